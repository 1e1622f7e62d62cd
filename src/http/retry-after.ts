const LEAST_MS = 1_000
const MOST_MS = 2 * 3_600_000
const ZONE = /(GMT|UTC|Z|[+-]\d\d:?\d\d)$/

/** A Retry-After header (seconds or an HTTP date) as a wait between 1 s and 2 h; undefined when it says nothing usable. */
export function parseRetryAfter(header: string | undefined, nowMs: number): number | undefined {
  if (header === undefined) return undefined
  const text = header.trim()
  if (/^\d+(\.\d+)?$/.test(text)) return bounded(Number(text) * 1_000)
  // Date.parse takes "soon 5" for a date, and a date without a zone for local time.
  const date = /\d:\d\d/.test(text) ? Date.parse(ZONE.test(text) ? text : `${text} GMT`) : Number.NaN
  return Number.isNaN(date) ? undefined : bounded(date - nowMs)
}

function bounded(waitMs: number): number {
  return Math.min(Math.max(Math.ceil(waitMs), LEAST_MS), MOST_MS)
}
