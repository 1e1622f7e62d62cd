import { type AgentJob, finalStatus, isAtRest } from '../../agent/agent-job.ts'
import { nextLookMs, RARE_AFTER_MS } from '../../agent/looks.ts'
import {
  type Ahead,
  awaitsLink,
  isAtWork,
  type JobLook,
  linkOf,
  notStartedAtMs,
  type RunEnd,
  rest,
  type Weighed,
  weigh
} from './evidence.ts'
import {
  type Followup,
  type In,
  isFinished,
  isIn,
  isInDoubt,
  isSameThread,
  isUnwatched,
  type Moment,
  moveTo,
  type With
} from './followup.ts'
import { messageId, resultKind } from './message-ids.ts'
import type { Finished, Unwatched } from './progress.ts'

const NO_SIGN_MS = 10 * 60_000
const WATCH_AT_REST_MS = 30 * 60_000
export const WATCHED_FOR_MS = 14 * 24 * 3_600_000
export const SLOW_PACE_MS = 30_000
export const OPEN_FOR_MS = 10 * 60_000

export type Look = { next: Followup; againInMs: number | undefined }

type Told = { resultId: string; isAlone: boolean; nowMs: number }

function finish(followup: In<'watching'>, { atMs, job, late }: RunEnd, told: Told): Look {
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
  const runsAgain = isAtWork(job) || (known.how === 'failed' && job.status === 'completed')
  if (mayStartAgain && runsAgain && nowMs < openUntilMs) return { next: startAgain(followup), againInMs: SLOW_PACE_MS }
  if (isOthers || runsAgain || nowMs >= openUntilMs)
    return { next: { ...followup, progress: known }, againInMs: undefined }
  if (!job.prLink || job.prLink === known.job.prLink) return { next: followup, againInMs: SLOW_PACE_MS }
  return { next: moveTo<'ended'>(followup, { ...followup.progress, job }), againInMs: SLOW_PACE_MS }
}

/** The job works again, or completed after all, and nothing was sent since: another run of what was sent last. */
function startAgain(followup: With<Finished>): In<'watching'> {
  const { sentAtMs, resultId, isInto = false, earlier = [] } = followup.progress
  const evidence = { isInto, isBehind: false, isMixed: false, linkInDoubt: true, worked: 'seen' as const }
  return moveTo<'watching'>(followup, {
    state: 'watching',
    delivery: 'sure',
    sentAtMs,
    evidence: { ...evidence, ...linkOf({ prLink: linkKnownTo(followup) }) },
    earlier: [...earlier, resultId]
  })
}

function decideUnproven(followup: In<'watching'>, job: AgentJob, moment: Moment): Look {
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
  const isTooLong = moment.nowMs - followup.progress.sentAtMs >= WATCHED_FOR_MS
  return isTooLong
    ? { next: stopWatching(followup, 'deadline', moment.nowMs), againInMs: undefined }
    : { next: followup, againInMs: paceMs(followup, moment) }
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
  return moveTo<'ended'>(followup, { ...followup.progress, state: 'ended', how, atMs, ...(by !== undefined && { by }) })
}

export const WORK_EXPECTED_MS = 30 * 60_000

/** What a look at the job can tell about: watched, no longer watched but perhaps still worked on, or with a result that is open. */
export type InPlay = In<'watching' | 'ended'>

const isOpen = ({ progress }: Followup) => 'openUntilMs' in progress

export const isLookedAt = (followup: Followup) => isIn(followup, 'watching') || isOpen(followup)

export type Looked = Look & { before: InPlay }

type LookAtAll = Moment &
  JobLook & {
    isLastCall?: boolean
    lastSent?: { id: string; atMs: number } | undefined
  }

type Watched = Weighed & { before: In<'watching'> }

export function decideLooks(inPlay: InPlay[], look: LookAtAll): Looked[] {
  const lastId = look.lastSent?.id ?? inPlay.at(-1)?.id
  const watched = inPlay
    .filter(followup => isIn(followup, 'watching'))
    .map((before): Watched => {
      const { delivery, evidence, sentAtMs } = before.progress
      const [isSure, isLast, isLastCall] = [delivery === 'sure', before.id === lastId, look.isLastCall ?? false]
      return { before, ...weigh(evidence, look, { sentAtMs, isSure, isLast, isLastCall }) }
    })
  const ended = endedWith(watched)
  const end = ended.find(one => one.end !== undefined)?.end
  const isEnded = ({ id }: InPlay) => ended.some(({ before }) => before.id === id)
  const looks = inPlay.map((before, at): Looked => {
    if (isFinished(before)) return { before, ...lookAtResult(before, inPlay, look) }
    const one = watched.find(other => other.before === before)
    if (one === undefined) return { before, next: before, againInMs: undefined }
    if (end && isEnded(before)) {
      const first = ended.find(other => isSameThread(other.before, before))?.before ?? before
      const resultId = messageId(first.id, resultKind(first.progress.earlier))
      return { before, ...finish(knowing(one), end, { resultId, isAlone: watched.length === 1, nowMs: look.nowMs }) }
    }
    const ahead = inPlay.slice(0, at).filter(followup => !isFinished(followup))
    return { before, ...decideOne(one, look, { isUnfinished: !ahead.every(isEnded), isTold: ahead.some(isEnded) }) }
  })
  return isAtRest(look.job) ? looks : looks.map(looked => tellOfDay(looked, looks, look.nowMs))
}

/** That it is not over after a day is told once in each thread, about what was sent first. */
function tellOfDay(looked: Looked, looks: Looked[], nowMs: number): Looked {
  const { next } = looked
  if (!isIn(next, 'watching') || nowMs - next.progress.sentAtMs < RARE_AFTER_MS) return looked
  const first = looks.find(other => isIn(other.next, 'watching') && isSameThread(other.next, next))
  if (first !== looked || next.progress.dayToldAtMs !== undefined) return looked
  return { ...looked, next: moveTo<'watching'>(next, { ...next.progress, dayToldAtMs: nowMs }) }
}

/** A run that has ended has ended for all up to the last that it was proven for. What may not have arrived needs a proof of its own. */
function endedWith(watched: Watched[]): Watched[] {
  const isSure = ({ before }: Watched) => before.progress.delivery === 'sure'
  const isOver = watched.some(one => isSure(one) && one.end !== undefined)
  const last = watched.findLastIndex(
    one => isSure(one) && (one.end !== undefined || (isOver && awaitsLink(one.evidence)))
  )
  return watched.filter((one, at) => (isSure(one) ? at <= last : one.end !== undefined))
}

function lookAtResult(before: With<Finished>, inPlay: InPlay[], { job, lastSent, nowMs }: LookAtAll): Look {
  const isKnown = lastSent === undefined || inPlay.some(({ id }) => id === lastSent.id)
  const isOthers = (lastSent?.atMs ?? 0) >= before.progress.atMs
  if (isOthers && !isKnown && nowMs < (before.progress.openUntilMs ?? 0))
    return { next: before, againInMs: SLOW_PACE_MS }
  const later = inPlay.slice(inPlay.indexOf(before) + 1)
  const isLast = !isOthers && later.every(isInDoubt)
  return lookAfter(before, job, { isOthers, isLast, nowMs })
}

const knowing = ({ before, evidence }: Pick<Watched, 'before' | 'evidence'>): In<'watching'> => ({
  ...before,
  progress: { ...before.progress, evidence }
})

function decideOne(one: Watched, look: LookAtAll, ahead: { isUnfinished: boolean; isTold: boolean }): Look {
  const { before, againInMs } = one
  // Its end is being confirmed, however long it has been watched.
  if (againInMs !== undefined) return { next: knowing(one), againInMs }
  const evidence = isAtRest(look.job) ? rest(one.evidence, look.job, look.nowMs, ahead) : one.evidence
  return decideUnproven(knowing({ before, evidence }), look.job, look)
}

/** What was sent last may have ended long ago; nobody is told again of its link. */
export const toAhead = (inPlay: Followup[], lastSent?: Pick<Followup, 'id' | 'progress'> | null): Ahead => ({
  isBehind: inPlay.some(followup => isIn(followup, 'watching') || isUnwatched(followup)),
  isLinkExpected: inPlay.some(isOpen),
  linkBefore: [...inPlay, ...(lastSent && !inPlay.some(({ id }) => id === lastSent.id) ? [lastSent] : [])]
    .map(linkKnownTo)
    .findLast(Boolean)
})

function linkKnownTo({ progress }: Pick<Followup, 'progress'>): AgentJob['prLink'] {
  if ('job' in progress) return progress.job.prLink || progress.linkBefore
  return 'evidence' in progress ? progress.evidence.linkBefore : undefined
}
