// An id as people type it.

export const JOB_ID = /^[A-Za-z0-9_][A-Za-z0-9_.:-]{0,127}$/

// Keyboards, copied text and people addressing someone put these around an id; inside a prompt they are the person's own.
const BEFORE_AN_ID = /^[\s"'`´“”„‟‘’‚‛«»‹›「」『』*()[\]<\u200b-\u200d\u2060\ufeff]+/
const AFTER_AN_ID = /[\s"'`´“”„‟‘’‚‛«»‹›「」『』*()[\]>,.:;!?\u200b-\u200d\u2060\ufeff]/
export const IN_QUOTES = /^["'`´“”„‘‚«»‹›「『][^"'`´“”„‘’‚«»‹›「」『』]{1,128}["'`´”“’‘»«›‹」』]/

/** Scans from the end: a regular expression for the end of a text starts over at each of its characters. */
export function bare(word: string): string {
  let end = word.length
  while (end > 0 && AFTER_AN_ID.test(word.charAt(end - 1))) end--
  return word.slice(0, end).replace(BEFORE_AN_ID, '')
}

export const looksLikeId = (word: string) => JOB_ID.test(word) && /\d/.test(word) && /[a-z]/i.test(word)

/** All that look like one. */
export const idsIn = (words: string): string[] => words.split(/\s+/).map(bare).filter(looksLikeId)

/** Ids that begin alike are of the same kind: `job_8f2`, `job_c90`. */
export function isOfKind(id: string, jobId: string): boolean {
  const [kind] = /^[a-z]+[_.:-]/i.exec(jobId) ?? []
  return kind !== undefined && id.startsWith(kind)
}

const BETWEEN = /^(?:&|\+|and|or)$/i

/** The first two of these words, if each of them is a job of the same kind: "job_8f2 and job_c90". */
export function nothingButJobs(words: string[]): [string, string] | undefined {
  const [first, second, ...more] = words.filter(word => !BETWEEN.test(word))
  if (first === undefined || second === undefined || first === second) return undefined
  return [first, second, ...more].every(id => looksLikeId(id) && isOfKind(id, first)) ? [first, second] : undefined
}

const NEXT = /^(?:(?:,|&|\+|and|or)\s+){0,2}[@#]?(\S{1,140})/i

/** "docs-1 docs-2.md is old" is about a file. */
const FILE = /\.[a-z]\w{0,4}$/i

/** The job that is named right after this one, as in "job_8f2 and job_c90 …". Further on, a job is only talked about. */
export function secondJob(jobId: string, words: string): string | undefined {
  const [, next = ''] = NEXT.exec(words) ?? []
  const id = bare(next)
  return id !== jobId && looksLikeId(id) && isOfKind(id, jobId) && !FILE.test(id) ? id : undefined
}
