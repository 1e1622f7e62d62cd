import { type AgentJob, finalStatus, isAtRest } from '../../agent/agent-job.ts'
import { nextLookMs } from '../../agent/poll-schedule.ts'
import { type Evidence, silentAtMs } from './evidence.ts'
import { type Followup, type In, isIn, moveTo } from './followup.ts'
import type { ProgressOf } from './progress.ts'

/** The bot stops watching an unconfirmed send once the job has been at rest for this long without any sign of it. */
export const NO_SIGN_MS = 10 * 60_000
const DEADLINE_MS = 24 * 3_600_000
/** What has already been told is looked at no more often than this. */
export const SLOW_PACE_MS = 30_000
const SOONEST_MS = 1_000
/** How long to wait for a link after a result that brought no new one. */
export const LINK_AWAITED_MS = 10 * 60_000

/** The follow-up after a look at its job, and when to look again (undefined: it is over). */
export type Look = { next: Followup; againInMs: number | undefined }

export type Moment = {
  nowMs: number
  random: number
  /** How long to keep watching an instruction after telling people that no work on it was seen. */
  watchAtRestMs: number
}

/** The work on the instruction has ended, and this is the record of its end. It stays quiet only if it brings nothing. */
export function finish(followup: In<'watching'>, evidence: Evidence, job: AgentJob, nowMs: number): Look {
  const { sentAtMs, told, late, evidence: before } = followup.progress
  const status = finalStatus(job)
  if (status === undefined) throw new Error(`Cannot finish follow-up '${followup.id}': its job is ${job.status}`)
  const { linkBefore, linkInDoubt } = evidence
  const mayGainLink = linkInDoubt || !job.prLink || job.prLink === linkBefore
  const next = moveTo<'finished'>(followup, {
    state: 'finished',
    status,
    job,
    sentAtMs,
    finishedAtMs: nowMs,
    ...(before.end && { endedAtMs: before.end.atMs }),
    ...(linkBefore && { linkBefore }),
    ...(told && (status !== 'completed' || job.prLink ? { quietIn: told.in } : { toldIn: told.in })),
    ...(late && { late }),
    ...(mayGainLink && { linkUntilMs: nowMs + LINK_AWAITED_MS })
  })
  return { next, againInMs: mayGainLink ? SLOW_PACE_MS : undefined }
}

/** A result without a new link is looked at a while longer, until what is seen could come from a later instruction. */
export function decideLateLink(followup: In<'finished'>, job: AgentJob, isOthers: boolean, nowMs: number): Look {
  const { linkUntilMs = 0, ...known } = followup.progress
  if (isOthers || nowMs >= linkUntilMs) return { next: { ...followup, progress: known }, againInMs: undefined }
  if (!job.prLink || job.prLink === known.job.prLink) return { next: followup, againInMs: SLOW_PACE_MS }
  const { toldIn, ...rest } = known
  return {
    next: moveTo<'finished'>(followup, { ...rest, job, ...(toldIn && { quietIn: toldIn }) }),
    againInMs: undefined
  }
}

/** This look brought no proof: what follows from the time that has passed. */
export function decideUnproven(followup: In<'watching'>, job: AgentJob, moment: Moment): Look {
  const { nowMs, watchAtRestMs } = moment
  const { delivery, evidence, told } = followup.progress
  const silentAt = silentAtMs(evidence)
  if (silentAt === undefined || !isAtRest(job)) return decideUnread(followup, moment)

  if (delivery === 'maybe') {
    const restSinceMs = evidence.restSinceMs ?? nowMs
    if (nowMs - restSinceMs < NO_SIGN_MS) return decideUnread(followup, moment)
    return { next: endWatch(followup, 'no sign', nowMs), againInMs: undefined }
  }
  if (told) {
    const untilMs = Math.max(told.atMs, evidence.restSinceMs ?? 0) + watchAtRestMs
    if (nowMs < untilMs) return { next: followup, againInMs: Math.min(SLOW_PACE_MS, untilMs - nowMs) }
    return { next: endWatch(followup, 'no work', nowMs), againInMs: undefined }
  }
  if (nowMs < silentAt) {
    const { next, againInMs } = decideUnread(followup, moment)
    return { next, againInMs: againInMs && Math.min(againInMs, silentAt - nowMs) }
  }
  const kind = evidence.startUnread ? 'unread' : evidence.afterWork ? 'as one' : 'no work'
  const quiet = { kind, atMs: nowMs, in: followup.id, job } as const
  return { next: moveTo<'watching'>(followup, { ...followup.progress, told: quiet }), againInMs: SLOW_PACE_MS }
}

/** The job could not be read, or is at work: only time can end the watch. */
export function decideUnread(followup: In<'watching'>, moment: Omit<Moment, 'watchAtRestMs'>): Look {
  const isTooLong = moment.nowMs - followup.progress.sentAtMs >= DEADLINE_MS
  return isTooLong
    ? { next: endWatch(followup, 'deadline', moment.nowMs), againInMs: undefined }
    : { next: followup, againInMs: Math.max(paceMs(followup, moment), SOONEST_MS) }
}

function paceMs({ progress }: In<'watching'>, { nowMs, random }: Omit<Moment, 'watchAtRestMs'>): number {
  const { told, evidence } = progress
  if (told && evidence.restSinceMs !== undefined) return SLOW_PACE_MS
  // Its turn may have only just begun, long after it was sent.
  const sinceMs = evidence.afterWork ? (evidence.restSinceMs ?? 0) : 0
  return nextLookMs(nowMs - Math.max(progress.sentAtMs, sinceMs), random)
}

export function stopWatching(
  followup: In<'watching' | 'unwatched'>,
  because: 'job gone' | 'sent again' | 'corrected' | 'card deleted' | 'channel archived' | 'bug',
  nowMs: number,
  by?: string
): Followup {
  return endWatch(followup, because, nowMs, by)
}

/** The message that holds it was deleted: nobody is asked any more whether to send it again. Undefined: nobody is asked. */
export function withdrawInDoubt(followup: In<'watching' | 'unwatched'>, nowMs: number): Followup | undefined {
  if (!isIn(followup, 'watching')) return mayBeSentAgain(followup) ? endWatch(followup, 'deleted', nowMs) : undefined
  const { progress } = followup
  return progress.delivery === 'maybe' && !isLeftForGood(progress)
    ? moveTo<'watching'>(followup, { ...progress, left: { atMs: nowMs } })
    : undefined
}

/** The message that holds it was deleted: nobody can want it sent again. */
const isLeftForGood = ({ left }: ProgressOf<'watching' | 'unwatched'>): boolean =>
  left !== undefined && left.by === undefined

/** Its delivery is in doubt, and nobody has decided to leave it at that. Without a sign of it, that is asked once more. */
export function mayBeSentAgain(followup: Followup): followup is In<'watching' | 'unwatched'> {
  if (!isIn(followup, 'watching', 'unwatched') || followup.progress.delivery !== 'maybe') return false
  const { progress } = followup
  if (progress.state === 'unwatched' && progress.because === 'no sign') return !isLeftForGood(progress)
  const isOver = progress.state === 'unwatched' && progress.because !== 'deadline'
  return progress.left === undefined && !isOver
}

/** It lives on in the one that a person sent instead. */
export const isReplaced = (followup: Followup): boolean =>
  isIn(followup, 'unwatched') &&
  (followup.progress.because === 'sent again' || followup.progress.because === 'corrected')

/** Its new words are sent: nobody has to decide about the old ones any more, and they are not sent again. */
export function correct(followup: Followup, by: string, nowMs: number): Followup | undefined {
  const isLeft = isIn(followup, 'watching') && followup.progress.left !== undefined
  return isLeft || mayBeSentAgain(followup) ? stopWatching(followup, 'corrected', nowMs, by) : undefined
}

function endWatch(
  followup: In<'watching' | 'unwatched'>,
  because: ProgressOf<'unwatched'>['because'],
  atMs: number,
  by?: string
): Followup {
  return moveTo<'unwatched'>(followup, {
    state: 'unwatched',
    because,
    ...(by !== undefined && { by }),
    atMs,
    ...sentOf(followup.progress)
  })
}

/** What is still known when a watch ends. */
function sentOf({ delivery, doubt, sentAtMs, before, evidence, told, left }: ProgressOf<'watching' | 'unwatched'>) {
  return {
    delivery,
    ...(doubt && { doubt }),
    sentAtMs,
    before,
    evidence,
    ...(told && { told }),
    ...(left && { left })
  }
}
