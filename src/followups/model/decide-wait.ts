import { type AgentJob, isAtRest } from '../../agent/agent-job.ts'
import { nextLookMs } from '../../agent/looks.ts'
import { reject } from './decide-send.ts'
import { notStartedAtMs } from './evidence.ts'
import { type Deferred, type Followup, isHeld, isIn, isUnwatched, moveTo, waitOf } from './followup.ts'
import { isOutage, LONGEST_WAIT_MS } from './wait.ts'

/** A move without a change: it is found out that it has to wait, which its thread is told. */
export const startWaiting = (followup: Deferred): Deferred => ({ ...followup, progress: { ...followup.progress } })

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

type JobNow = {
  job: AgentJob | undefined
  isLineFree: boolean
  inPlay: Followup[]
  nowMs: number
}

export const isIdle = ({ job, isLineFree, inPlay, nowMs }: JobNow): boolean =>
  isLineFree && job !== undefined && isAtRest(job) && !inPlay.some(followup => mayStillBegin(followup, nowMs))

/** People are told when a sure delivery never starts. A doubtful one has no such notice, so it is given up after the same time. */
function mayStillBegin(followup: Followup, nowMs: number): boolean {
  if (!isIn(followup, 'watching') && !isUnwatched(followup)) return false
  const { state, delivery, toldAtMs, evidence } = followup.progress
  if (toldAtMs !== undefined) return false
  if (state === 'watching' && delivery === 'sure') return true
  return nowMs < (notStartedAtMs(evidence) ?? (state === 'watching' ? Number.POSITIVE_INFINITY : nowMs))
}

type WaitLook = { before: Deferred; next: Followup; againInMs?: number }

/** They go out one at a time, in the order they were written, so that each gets its own outcome. */
export function decideWaits(forIdle: Deferred[], known: JobNow & { isGone: boolean; random: number }): WaitLook[] {
  const { isGone, job, nowMs, random } = known
  // At rest, it goes out soon, however long no bot has looked.
  const isResting = job !== undefined && isAtRest(job)
  let mayGo = isIdle(known)
  return forIdle.map(before => {
    if (isGone) return { before, next: reject(before, { reason: 'unknown job' }, nowMs) }
    const waitedMs = nowMs - before.progress.sinceMs
    if (!isResting && waitedMs >= LONGEST_WAIT_MS)
      return { before, next: reject(before, { reason: 'never idle' }, nowMs) }
    if (!mayGo) {
      const next = before.version === 0 ? startWaiting(before) : before
      return { before, next, againInMs: nextLookMs(waitedMs, random) }
    }
    mayGo = false
    return { before, next: release(before, nowMs) }
  })
}
