import { type Allowance, createAllowance, SAVED_MS } from '../http/allowance.ts'

/** How many jobs may be read now. */
export type ReadAllowance = Allowance & {
  /** A read that nobody could hold up. Those that can wait make up for it, except for a share that is always theirs. */
  countUnasked(): void
}

/** All that goes out within any minute stays in its bounds, with what is caught up on. */
const EACH_MINUTE_MS = 60_000 + SAVED_MS
/** However many commands come in, the watched jobs are looked at. */
const ALWAYS_THEIRS = 1 / 4

/** Spreads the reads evenly over the minute. */
export function createReadAllowance(perMinute: number, now: () => number): ReadAllowance {
  const everyMs = EACH_MINUTE_MS / perMinute
  const all = createAllowance(() => everyMs, now)
  const theirs = createAllowance(() => everyMs / ALWAYS_THEIRS, now)
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
