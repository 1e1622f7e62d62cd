import { createAllowance, SAVED_MS } from '../http/pace.ts'

/** All that goes out within any minute stays in its bounds, with what is caught up on. */
const EACH_MINUTE_MS = 60_000 + SAVED_MS

export const createReadAllowance = (perMinute: number, now: () => number) =>
  createAllowance(EACH_MINUTE_MS / perMinute, now)

/** A look is hardly more than waiting for the agent service. */
const AT_ONCE = 1_000
const GATHER_MS = 100

type Deps = {
  readsPerMinute: number
  now: () => number
  setTimeout: ((act: () => void, ms: number) => unknown) | undefined
}

export type Looks = ReturnType<typeof openLooks>['deps']

export function openLooks({ readsPerMinute, now, setTimeout }: Deps) {
  const allowance = createReadAllowance(readsPerMinute, now)
  return {
    limit: { atOnce: AT_ONCE, allowance },
    deps: {
      /** A read that does not wait for its turn makes the looks wait. */
      countRead: () => allowance.count(1),
      /** A look without news can wait this long for others, to be stored with them. */
      gatherLooks: async () => {
        if (setTimeout) await new Promise<void>(done => setTimeout(done, GATHER_MS))
      }
    }
  }
}

const SOONEST_MS = 1_000
const FIRST_LOOK_MS = 5_000
const SECOND_LOOK_MS = 20_000
const SHORTEST_MS = 8_000
const LONGEST_MS = 30_000
const RARE_MS = 5 * 60_000
/** From then on, a few minutes’ delay no longer matters. */
export const RARE_AFTER_MS = 24 * 3_600_000
const JITTER = 0.1

/** At 5 s, at 20 s, then as many seconds as the square root of its age in seconds; after a day, every five minutes; give or take a tenth. */
export function nextLookMs(ageOnOurClockMs: number, random: number): number {
  // Another process's clock may be ahead of ours.
  const ageMs = Math.max(ageOnOurClockMs, 0)
  if (ageMs < FIRST_LOOK_MS) return Math.max(FIRST_LOOK_MS - ageMs, SOONEST_MS)
  if (ageMs < SECOND_LOOK_MS) return Math.max(SECOND_LOOK_MS - ageMs, SOONEST_MS)
  const waitMs = ageMs < RARE_AFTER_MS ? Math.min(Math.max(Math.sqrt(ageMs * 1_000), SHORTEST_MS), LONGEST_MS) : RARE_MS
  return Math.round(waitMs * (1 - JITTER + 2 * JITTER * random))
}
