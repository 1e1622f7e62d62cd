const FIRST_MS = 15_000
const LONGEST_MS = 10 * 60_000

/** The wait when the service names none: doubling from 15 s to 10 min, spread over its upper half. `random` is from 0 to 1. */
export function backoffMs(failures: number, random: number): number {
  const fullMs = Math.min(FIRST_MS * 2 ** failures, LONGEST_MS)
  return Math.round(fullMs * (0.5 + 0.5 * random))
}
