import { type Followup, longWaitOf } from './followup.ts'
import { waitsUntilMs } from './wait.ts'

/** What waits comes after all that does not, in the order it goes out: first what waits until its job is idle. */
export function asItGoesOut(one: Followup, other: Followup): number {
  return dueMs(one) - dueMs(other) || (longWaitOf(one) ? one.inLineAtMs - other.inLineAtMs : 0)
}

function dueMs(followup: Followup): number {
  const wait = longWaitOf(followup)
  return wait === undefined ? 0 : (waitsUntilMs(wait) ?? 1)
}
