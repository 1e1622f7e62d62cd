export type Allowance = {
  room(): number
  count(requests: number): void
  nextAtMs(): number
}

/** What was not asked may be caught up on for this long. */
export const SAVED_MS = 1_000

export function createAllowance(everyMs: number, now: () => number, savedMs = SAVED_MS) {
  let nextAtMs = Number.NEGATIVE_INFINITY
  const earliestMs = () => Math.max(nextAtMs, now() - Math.max(savedMs - everyMs, 0))
  const room = () => Math.max(Math.floor((now() - earliestMs()) / everyMs) + 1, 0)
  const count = (requests: number) => {
    nextAtMs = earliestMs() + requests * everyMs
  }
  return {
    room,
    count,
    take() {
      const isFree = room() > 0
      if (isFree) count(1)
      return isFree
    },
    nextAtMs: () => nextAtMs
  }
}

const FIRST_MS = 15_000
const LONGEST_MS = 10 * 60_000

/** The wait when nobody names one: doubling, from 15 s to 10 min, spread over its upper half. `random` is from 0 to 1. */
export function backoffMs(failures: number, random: number, firstMs = FIRST_MS, longestMs = LONGEST_MS): number {
  const fullMs = Math.min(firstMs * 2 ** failures, longestMs)
  return Math.round(fullMs * (0.5 + 0.5 * random))
}

const LEAST_MS = 1_000
const MOST_MS = 2 * 3_600_000

/** A Retry-After header (seconds or an HTTP date) as a wait between 1 s and 2 h; undefined when it says nothing usable. */
export function parseRetryAfter(header: string | undefined, nowMs: number): number | undefined {
  if (header === undefined) return undefined
  const text = header.trim()
  if (/^\d+(\.\d+)?$/.test(text)) return bounded(Number(text) * 1_000)
  // Date.parse takes "soon 5" for a date.
  const date = text.endsWith(' GMT') ? Date.parse(text) : Number.NaN
  return Number.isNaN(date) ? undefined : bounded(date - nowMs)
}

const bounded = (waitMs: number) => Math.min(Math.max(Math.ceil(waitMs), LEAST_MS), MOST_MS)
