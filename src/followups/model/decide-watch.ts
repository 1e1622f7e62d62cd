import { type AgentJob, finalStatus, isAtRest } from '../../agent/agent-job.ts'
import { nextLookMs } from '../../agent/looks.ts'
import { isAtWork, linkOf, notStartedAtMs, type RunEnd } from './evidence.ts'
import { type Followup, type In, moveTo, type With } from './followup.ts'
import type { Finished, ProgressOf, Unwatched } from './progress.ts'

const NO_SIGN_MS = 10 * 60_000
const WATCH_AT_REST_MS = 30 * 60_000
const DEADLINE_MS = 24 * 3_600_000
export const SLOW_PACE_MS = 30_000
const SOONEST_MS = 1_000
export const OPEN_FOR_MS = 10 * 60_000

export type Look = { next: Followup; againInMs: number | undefined }

export type Moment = {
  nowMs: number
  random: number
}

type Told = { resultId: string; isAlone: boolean; nowMs: number }

export function finish(followup: In<'watching'>, { atMs, job, late }: RunEnd, told: Told): Look {
  const { resultId, isAlone, nowMs } = told
  const { sentAtMs, earlier, evidence } = followup.progress
  const how = finalStatus(job)
  if (how === undefined) throw new Error(`Cannot finish follow-up '${followup.id}': its job is ${job.status}`)
  const { linkBefore, linkInDoubt, isInto } = evidence
  const mayGainLink = linkInDoubt || !job.prLink || job.prLink === linkBefore
  // What was sent along may still get a run of its own.
  const isOpen = mayGainLink || !isAlone || isInto || earlier !== undefined
  const next = moveTo<'ended'>(followup, {
    state: 'ended',
    how,
    job,
    sentAtMs,
    atMs: nowMs,
    resultId,
    ...(atMs < nowMs && { endedAtMs: atMs }),
    ...(linkBefore && { linkBefore }),
    ...(earlier && { earlier }),
    ...(isInto && { isInto }),
    ...(late && { late }),
    ...(isOpen && { openUntilMs: nowMs + OPEN_FOR_MS })
  })
  return { next, againInMs: isOpen ? SLOW_PACE_MS : undefined }
}

/** `isOthers`: something was sent after the end, and what is seen now may be its doing. `isLast`: nothing was sent after this one. */
type Since = { isOthers: boolean; isLast: boolean; nowMs: number }

/** A result without a new link, or of several, is looked at a while longer: for its link, and for another run. */
export function lookAfter(followup: With<Finished>, job: AgentJob, { isOthers, isLast, nowMs }: Since): Look {
  const { openUntilMs = 0, ...known } = followup.progress
  // Where its thread is closed, nothing can be shown any more.
  const mayStartAgain = isLast && followup.closedBecause === null
  if (mayStartAgain && isAtWork(job) && nowMs < openUntilMs)
    return { next: startAgain(followup), againInMs: SLOW_PACE_MS }
  if (isOthers || isAtWork(job) || nowMs >= openUntilMs)
    return { next: { ...followup, progress: known }, againInMs: undefined }
  if (!job.prLink || job.prLink === known.job.prLink) return { next: followup, againInMs: SLOW_PACE_MS }
  return { next: moveTo<'ended'>(followup, { ...followup.progress, job }), againInMs: SLOW_PACE_MS }
}

/** The job works again, and nothing was sent since: another run of what was sent last. */
function startAgain(followup: With<Finished>): In<'watching'> {
  const { sentAtMs, job, resultId, isInto = false, earlier = [] } = followup.progress
  const evidence = { isInto, isBehind: false, isMixed: false, linkInDoubt: true, worked: 'seen' as const }
  return moveTo<'watching'>(followup, {
    state: 'watching',
    delivery: 'sure',
    sentAtMs,
    evidence: { ...evidence, ...linkOf(job) },
    earlier: [...earlier, resultId]
  })
}

export function decideUnproven(followup: In<'watching'>, job: AgentJob, moment: Moment): Look {
  const { nowMs } = moment
  const { delivery, evidence, toldAtMs } = followup.progress
  const notStartedAt = notStartedAtMs(evidence)
  if (notStartedAt === undefined || !isAtRest(job)) return decideUnread(followup, moment)

  if (delivery === 'maybe') {
    const restSinceMs = evidence.restSinceMs ?? nowMs
    if (nowMs - restSinceMs < NO_SIGN_MS) return decideUnread(followup, moment)
    return { next: stopWatching(followup, 'no sign', nowMs), againInMs: undefined }
  }
  if (toldAtMs !== undefined) {
    const untilMs = Math.max(toldAtMs, evidence.restSinceMs ?? 0) + WATCH_AT_REST_MS
    if (nowMs < untilMs) return { next: followup, againInMs: Math.min(SLOW_PACE_MS, untilMs - nowMs) }
    return { next: stopWatching(followup, 'no work', nowMs), againInMs: undefined }
  }
  if (nowMs < notStartedAt) {
    const { next, againInMs } = decideUnread(followup, moment)
    return { next, againInMs: againInMs && Math.min(againInMs, notStartedAt - nowMs) }
  }
  return { next: moveTo<'watching'>(followup, { ...followup.progress, toldAtMs: nowMs }), againInMs: SLOW_PACE_MS }
}

/** The job could not be read, or is at work: only time can end the watch. */
export function decideUnread(followup: In<'watching'>, moment: Moment): Look {
  const isTooLong = moment.nowMs - followup.progress.sentAtMs >= DEADLINE_MS
  return isTooLong
    ? { next: stopWatching(followup, 'deadline', moment.nowMs), againInMs: undefined }
    : { next: followup, againInMs: Math.max(paceMs(followup, moment), SOONEST_MS) }
}

function paceMs({ progress }: In<'watching'>, { nowMs, random }: Moment): number {
  const { toldAtMs, evidence, sentAtMs } = progress
  if (toldAtMs !== undefined && evidence.restSinceMs !== undefined) return SLOW_PACE_MS
  // Its run may begin only after another one.
  return nextLookMs(nowMs - Math.max(sentAtMs, evidence.restSinceMs ?? 0), random)
}

export function stopWatching(
  followup: In<'watching'> | With<Unwatched>,
  how: Unwatched['how'],
  atMs: number,
  by?: string
): Followup {
  return moveTo<'ended'>(followup, {
    state: 'ended',
    how,
    ...(by !== undefined && { by }),
    atMs,
    ...sentOf(followup.progress)
  })
}

function sentOf({ delivery, doubt, sentAtMs, evidence, toldAtMs, dismissed }: ProgressOf<'watching'> | Unwatched) {
  return {
    delivery,
    ...(doubt && { doubt }),
    sentAtMs,
    evidence,
    ...(toldAtMs !== undefined && { toldAtMs }),
    ...(dismissed && { dismissed })
  }
}
