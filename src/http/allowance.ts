/** How many requests may go out now. */
export type Allowance = {
  room(): number
  count(requests: number): void
  /** When the next one may go out. */
  nextAtMs(): number
}

/** What was not asked may be caught up on for this long. */
export const SAVED_MS = 1_000

/** Spreads requests evenly: one in each `everyMs`, which may change. */
export function createAllowance(everyMs: () => number, now: () => number): Allowance {
  let nextAtMs = 0
  const earliestMs = () => Math.max(nextAtMs, now() - Math.max(SAVED_MS - everyMs(), 0))
  return {
    room: () => Math.max(Math.floor((now() - earliestMs()) / everyMs()) + 1, 0),
    count(requests) {
      nextAtMs = earliestMs() + requests * everyMs()
    },
    nextAtMs: () => nextAtMs
  }
}
