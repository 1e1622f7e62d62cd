/** Slack takes it away after two minutes. */
export const REFRESH_MS = 90_000
/** Slack publishes no rate. With one call a second, two thirds of them are left for what begins and ends. */
const MOST_SHOWN = 30

/** When Slack was last asked to show that the agent is working, if it shows that; and in how many threads it does. */
export type ThreadStatus = { shownAtMs: number | null; threads: number }

type Sight = {
  isWorking: boolean
  /** When the bot last wrote in the thread, if it just has: Slack then takes the status away. */
  spokeAtMs?: number | undefined
  nowMs: number
}

export function decideThreadStatus(
  { shownAtMs, threads }: ThreadStatus,
  { isWorking, spokeAtMs = 0, nowMs }: Sight
): 'show' | 'clear' | 'leave' {
  if (!isWorking) return shownAtMs === null ? 'leave' : 'clear'
  if (shownAtMs === null) return threads < MOST_SHOWN ? 'show' : 'leave'
  // A time in the future was written by a wrong clock.
  const isFresh = shownAtMs > spokeAtMs && shownAtMs <= nowMs && nowMs - shownAtMs < REFRESH_MS
  return isFresh ? 'leave' : 'show'
}

// Slack's two minutes, and the longest that a call can take.
const SURELY_GONE_MS = 150_000

/** Slack no longer shows it, whatever became of the last call. */
export const isSurelyGone = (shownAtMs: number, nowMs: number): boolean => nowMs - shownAtMs >= SURELY_GONE_MS
