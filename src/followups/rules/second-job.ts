import { bare, isOfKind, looksLikeId } from './typed-id.ts'

const NEXT = /^(?:(?:,|&|\+|and)\s+){0,2}[@#]?(\S{1,140})/i

/** The job that is named right after this one, as in "job_8f2 and job_c90 …". Further on, a job is only talked about. */
export function secondJob(jobId: string, words: string): string | undefined {
  const [, next = ''] = NEXT.exec(words) ?? []
  const id = bare(next)
  return id !== jobId && looksLikeId(id) && isOfKind(id, jobId) ? id : undefined
}
