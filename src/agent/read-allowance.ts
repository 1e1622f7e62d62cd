/** How many jobs may be read now. Reads that nobody can hold up are counted too: those that can wait make up for them. */
export type ReadAllowance = {
  room(): number
  count(reads: number): void
  /** When the next one may go out. */
  nextAtMs(): number
}

/** What was not read may be caught up on for this long; all that goes out within any minute stays in its bounds. */
const SAVED_MS = 1_000
const EACH_MINUTE_MS = 60_000 + SAVED_MS

/** Spreads the reads evenly over the minute. */
export function createReadAllowance(perMinute: number, now: () => number): ReadAllowance {
  const everyMs = EACH_MINUTE_MS / perMinute
  const savedMs = Math.max(SAVED_MS - everyMs, 0)
  let nextAtMs = 0
  return {
    room: () => Math.max(Math.floor((now() - Math.max(nextAtMs, now() - savedMs)) / everyMs) + 1, 0),
    count(reads) {
      nextAtMs = Math.max(nextAtMs, now() - savedMs) + reads * everyMs
    },
    nextAtMs: () => nextAtMs
  }
}
