/** How many jobs may be read now. */
export type ReadAllowance = {
  room(): number
  count(reads: number): void
  /** A read that nobody could hold up. Those that can wait make up for it, except for a share that is always theirs. */
  countUnasked(): void
  /** When the next one may go out. */
  nextAtMs(): number
}

/** What was not read may be caught up on for this long; all that goes out within any minute stays in its bounds. */
const SAVED_MS = 1_000
const EACH_MINUTE_MS = 60_000 + SAVED_MS
/** However many commands come in, the watched jobs are looked at. */
const ALWAYS_THEIRS = 1 / 4

/** Spreads the reads evenly over the minute. */
export function createReadAllowance(perMinute: number, now: () => number): ReadAllowance {
  const all = spread(perMinute, now)
  const theirs = spread(perMinute * ALWAYS_THEIRS, now)
  return {
    room: () => Math.max(all.room(), theirs.room()),
    count(reads) {
      all.count(reads)
      theirs.count(reads)
    },
    countUnasked: () => all.count(1),
    nextAtMs: () => Math.min(all.nextAtMs(), theirs.nextAtMs())
  }
}

function spread(perMinute: number, now: () => number) {
  const everyMs = EACH_MINUTE_MS / perMinute
  const savedMs = Math.max(SAVED_MS - everyMs, 0)
  let nextAtMs = 0
  return {
    room: () => Math.max(Math.floor((now() - Math.max(nextAtMs, now() - savedMs)) / everyMs) + 1, 0),
    count(reads: number) {
      nextAtMs = Math.max(nextAtMs, now() - savedMs) + reads * everyMs
    },
    nextAtMs: () => nextAtMs
  }
}
