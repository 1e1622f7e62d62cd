import { bare, isOfKind, looksLikeId } from './typed-id.ts'

const NEXT = /^(?:(?:,|&|\+|and|or)\s+){0,2}[@#]?(\S{1,140})/i

/** "docs-1 docs-2.md is old" is about a file. */
const FILE = /\.[a-z]\w{0,4}$/i

const BETWEEN = /^(?:&|\+|and|or)$/i

/** The first two of these words, if each of them is a job of the same kind: "job_8f2 and job_c90". */
export function nothingButJobs(words: string[]): [string, string] | undefined {
  const [first, second, ...more] = words.filter(word => !BETWEEN.test(word))
  if (first === undefined || second === undefined || first === second) return undefined
  return [first, second, ...more].every(id => looksLikeId(id) && isOfKind(id, first)) ? [first, second] : undefined
}

/** The job that is named right after this one, as in "job_8f2 and job_c90 …". Further on, a job is only talked about. */
export function secondJob(jobId: string, words: string): string | undefined {
  const [, next = ''] = NEXT.exec(words) ?? []
  const id = bare(next)
  return id !== jobId && looksLikeId(id) && isOfKind(id, jobId) && !FILE.test(id) ? id : undefined
}
