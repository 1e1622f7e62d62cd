import { stretchedMs } from './stretched-wait.ts'

/** How far the looks are behind, and what that means for the next ones. */
export type LookPace = {
  /** A look begins that was planned for then. */
  began(dueAtMs: number): void
  /** How long from now a look is planned that is wanted after `waitMs`. */
  plan(waitMs: number): number
  /** How many times longer than wanted each wait is at the moment. */
  stretch(): number
}

type Log = { info(facts: object, words: string): void; warn(facts: object, words: string): void }

const WINDOW_MS = 20_000
const FEW = 20
const MEAN_OF = 200
const FIRST_MEAN_MS = 12_000
const LONGEST_LAG_MS = 30 * 60_000
const BEGINS_AT = 1.5
const ENDS_AT = 1.1

/**
 * Every look of a stretch of time was late by at least so much: then there are more of them than can be made. Those of which only
 * some are late, as after a stop, are soon made up for.
 */
export function createLookPace({ now, log }: { now: () => number; log: Log }): LookPace {
  let begunAtMs = now()
  let looks = 0
  let leastLagMs = Number.POSITIVE_INFINITY
  let standingMs = 0
  let lastLagMs = 0
  let meanMs = FIRST_MEAN_MS
  let plans = 0
  let isLate = false

  const stretch = () => {
    roll()
    return 1 + standingMs / meanMs
  }

  function roll(): void {
    const elapsedMs = now() - begunAtMs
    if (elapsedMs < WINDOW_MS) return
    const isTrue = looks >= FEW && elapsedMs < 2 * WINDOW_MS
    standingMs = isTrue ? Math.min(leastLagMs, LONGEST_LAG_MS) : 0
    begunAtMs = now()
    looks = 0
    leastLagMs = Number.POSITIVE_INFINITY
    say(1 + standingMs / meanMs)
  }

  function say(times: number): void {
    if (!isLate && times >= BEGINS_AT) {
      isLate = true
      log.warn({ times: Number(times.toFixed(1)) }, 'More jobs are watched than can be looked at in time')
    } else if (isLate && times <= ENDS_AT) {
      isLate = false
      log.info({}, 'All watched jobs are looked at in time again')
    }
  }

  return {
    began(dueAtMs) {
      roll()
      lastLagMs = Math.max(now() - dueAtMs, 0)
      leastLagMs = Math.min(leastLagMs, lastLagMs)
      looks += 1
    },
    plan(waitMs) {
      plans = Math.min(plans + 1, MEAN_OF)
      meanMs += (waitMs - meanMs) / Math.max(plans, FEW)
      return stretchedMs(waitMs, { lagMs: Math.min(standingMs, lastLagMs), meanMs })
    },
    stretch
  }
}
