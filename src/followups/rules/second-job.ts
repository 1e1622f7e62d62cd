import { bare, isOfKind, looksLikeId } from './typed-id.ts'

const NEXT = /^(?:(?:,|&|\+|and)\s+){0,2}[@#]?(\S{1,140})/i

/** The other job that words to this one begin by naming as well: "job_8f2 and job_c90 …". Further on, it is only talked about. */
export function secondJob(jobId: string, words: string): string | undefined {
  const [, next = ''] = NEXT.exec(words) ?? []
  const id = bare(next)
  return id !== jobId && looksLikeId(id) && isOfKind(id, jobId) ? id : undefined
}
