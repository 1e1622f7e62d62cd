import { type AgentJob, isAtRest } from '../../agent/agent-job.ts'
import { nextLookMs } from '../../agent/looks.ts'
import { reject } from './decide-send.ts'
import { notStartedAtMs } from './evidence.ts'
import { type Deferred, type Followup, type In, isHeld, isIn, isUnwatched, moveTo, waitOf } from './followup.ts'
import { isOutage, LONGEST_WAIT_MS } from './wait.ts'

/** It cannot go out at once: from here on people are told so. */
export const startWaiting = (followup: Deferred, nowMs: number): In<'waiting'> =>
  moveTo<'waiting'>(followup, { ...followup.progress, sinceMs: nowMs, tries: 1 })

/** It enters its job's line, at the end: from here on it counts as written then. */
export const release = (followup: Followup, atMs: number): Followup => ({
  ...moveTo<'waiting'>(followup, { state: 'waiting', why: 'turn', sinceMs: atMs }),
  inLineAtMs: atMs
})

/** Somebody wants it to go out now. In an outage, all that this can do is to try at once. */
export function sendNow(followup: Followup, by: string, nowMs: number): Followup | undefined {
  if (waitOf(followup)) return { ...release(followup, nowMs), sentNow: { by, atMs: nowMs } }
  return isHeld(followup) && isOutage(followup.progress.why)
    ? moveTo<'waiting'>(followup, { ...followup.progress, untilMs: nowMs })
    : undefined
}

/** What is known of a job that somebody waits for. */
type Sight = {
  /** Undefined if it could not be read. */
  job: AgentJob | undefined
  /** Nothing of ours is about to be sent to it. */
  isLineFree: boolean
  /** What was sent to it, as it is after this look. */
  inPlay: Followup[]
  nowMs: number
}

/** It is at rest, and nothing that was sent to it may still begin. */
export const isIdle = ({ job, isLineFree, inPlay, nowMs }: Sight): boolean =>
  isLineFree && job !== undefined && isAtRest(job) && !inPlay.some(followup => mayStillBegin(followup, nowMs))

/** Of what surely arrived, people are told if it does not. Of the rest nobody is, so that is given up after the same time. */
function mayStillBegin(followup: Followup, nowMs: number): boolean {
  if (!isIn(followup, 'watching') && !isUnwatched(followup)) return false
  const { state, delivery, toldAtMs, evidence } = followup.progress
  if (toldAtMs !== undefined) return false
  if (state === 'watching' && delivery === 'sure') return true
  return nowMs < (notStartedAtMs(evidence) ?? (state === 'watching' ? Number.POSITIVE_INFINITY : nowMs))
}

/** One that waits until its job is idle, after a look at the job. No other look is needed for one that waits no longer. */
export type WaitLook = { before: In<'waiting'>; next: Followup; againInMs?: number }

/**
 * One look at a job, for all that wait until it is idle, in the order they were written. They go out one at a time, so that each
 * gets its own outcome. `isGone`: the service has not known the job for some looks in a row.
 */
export function decideWaits(forIdle: In<'waiting'>[], sight: Sight & { isGone: boolean; random: number }): WaitLook[] {
  const { isGone, job, nowMs, random } = sight
  // At rest, it goes out soon, however long no bot has looked.
  const isResting = job !== undefined && isAtRest(job)
  let mayGo = isIdle(sight)
  return forIdle.map(before => {
    if (isGone) return { before, next: reject(before, { reason: 'unknown job' }, nowMs) }
    const waitedMs = nowMs - before.progress.sinceMs
    if (!isResting && waitedMs >= LONGEST_WAIT_MS)
      return { before, next: reject(before, { reason: 'never idle' }, nowMs) }
    if (!mayGo) return { before, next: before, againInMs: nextLookMs(waitedMs, random) }
    mayGo = false
    return { before, next: release(before, nowMs) }
  })
}
