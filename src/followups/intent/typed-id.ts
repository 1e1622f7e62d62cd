// An id as people type it.

export const JOB_ID = /^[A-Za-z0-9_][A-Za-z0-9_.:-]{0,127}$/

// Keyboards, copied text and people addressing someone put these around an id; inside a prompt they are the person's own.
const BEFORE_AN_ID = /^[\s"'`´“”„‟‘’‚‛«»‹›「」『』*()[\]<\u200b-\u200d\u2060\ufeff]+/
const AFTER_AN_ID = /[\s"'`´“”„‟‘’‚‛«»‹›「」『』*()[\]>,.:;!?\u200b-\u200d\u2060\ufeff]/
export const IN_QUOTES = /^["'`´“”„‘‚«»‹›「『][^"'`´“”„‘’‚«»‹›「」『』]{1,128}["'`´”“’‘»«›‹」』]/

/** « job_8f2 », as French is typed. */
export const SPACED_QUOTES = /^(\s*["'`“„‘‚«‹])\s+([A-Za-z0-9_.:-]{1,128})\s+(["'`”“’‘»›])/

/** Scans from the end: a regular expression for the end of a text starts over at each of its characters. */
export function bare(word: string): string {
  let end = word.length
  while (end > 0 && AFTER_AN_ID.test(word.charAt(end - 1))) end--
  return word.slice(0, end).replace(BEFORE_AN_ID, '')
}

export const looksLikeId = (word: string) => JOB_ID.test(word) && /\d/.test(word) && /[a-z]/i.test(word)

/** Ids that begin alike are of the same kind: `job_8f2`, `job_c90`. */
export function isOfKind(id: string, jobId: string): boolean {
  const [kind] = /^[a-z]+[_.:-]/i.exec(jobId) ?? []
  return kind !== undefined && id.startsWith(kind)
}
