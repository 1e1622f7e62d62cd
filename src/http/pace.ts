export type Allowance = {
  room(): number
  count(requests: number): void
  nextAtMs(): number
}

/** What was not asked may be caught up on for this long. */
export const SAVED_MS = 1_000

export function createAllowance(everyMs: () => number, now: () => number, savedMs = SAVED_MS) {
  let nextAtMs = Number.NEGATIVE_INFINITY
  const earliestMs = () => Math.max(nextAtMs, now() - Math.max(savedMs - everyMs(), 0))
  const room = () => Math.max(Math.floor((now() - earliestMs()) / everyMs()) + 1, 0)
  const count = (requests: number) => {
    nextAtMs = earliestMs() + requests * everyMs()
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

/** Lets all go until the other side asks to wait: then they line up, so that they do not all come back at once. */
export function createLine(apartMs: number, now: () => number) {
  let closedUntilMs = 0
  let freeAtMs = 0
  const turns = new Map<string, number>()

  return {
    close(forMs: number): void {
      closedUntilMs = Math.max(closedUntilMs, now() + forMs)
    },

    /** A turn that has not come yet is kept for `name`; returns how long it is until then. */
    reserve(name: string): number {
      const nowMs = now()
      if (nowMs >= Math.max(closedUntilMs, freeAtMs)) {
        turns.clear()
        return 0
      }
      const turn = turns.get(name)
      if (turn !== undefined && turn >= closedUntilMs) {
        if (turn <= nowMs) turns.delete(name)
        return Math.max(turn - nowMs, 0)
      }
      const nextMs = Math.max(closedUntilMs, freeAtMs)
      turns.set(name, nextMs)
      freeAtMs = nextMs + apartMs
      return nextMs - nowMs
    }
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
