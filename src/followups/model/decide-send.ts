import type { ReadResult, SendResult } from '../../agent/agent-client.ts'
import { type AgentJob, isAtRest } from '../../agent/agent-job.ts'
import { nextLookMs } from '../../agent/looks.ts'
import { backoffMs } from '../../http/pace.ts'
import { type Ahead, afterAnswer, evidenceAtSend, notStartedAtMs } from './evidence.ts'
import {
  type Deferred,
  type Followup,
  type In,
  isHeld,
  isIn,
  isTakenBack,
  isUnwatched,
  type Moment,
  moveTo,
  waitOf
} from './followup.ts'
import { type Cancelled, isCancelled, type ProgressOf, type Rejected } from './progress.ts'
import { type Held, isOutage, LONGEST_WAIT_MS } from './wait.ts'

/** How long the service, or Slack, may be down before the follow-up is given back to the person. */
const UNREACHABLE_MS = 3_600_000
/** Nobody expects a follow-up this old to go out any more: the bot may have been switched off in the meantime. */
export const TOO_OLD_MS = 24 * 3_600_000

export const AFTER_SEND = { retryAfterMs: 5_000 }

const NOTHING_KNOWN: AgentJob = {}

export function decideAfterAsking(
  followup: Followup,
  access: 'in' | 'not in' | 'not told',
  moment: Moment
): Followup | undefined {
  if (access === 'not in') return reject(followup, { reason: 'no longer allowed' }, moment.nowMs)
  return access === 'in' ? undefined : hold(followup, 'not told', undefined, moment)
}

export function decideAfterRead(
  followup: Followup,
  read: ReadResult,
  moment: Moment
): { before: AgentJob } | { next: Followup } {
  if (moment.nowMs - followup.inLineAtMs >= TOO_OLD_MS)
    return { next: reject(followup, { reason: 'no turn' }, moment.nowMs) }
  switch (read.kind) {
    case 'job':
      return { before: read.job }
    case 'refused':
      return { next: reject(followup, read, moment.nowMs) }
    case 'busy':
      // The read limit says nothing about sending: carry on without knowing the job.
      return { before: NOTHING_KNOWN }
    case 'unavailable':
      return { next: hold(followup, 'unreachable', undefined, moment) }
  }
}

/** From here on the POST may be in flight: this state is stored before the POST is made. */
export function startSending(
  followup: Followup,
  taskId: string,
  before: AgentJob,
  nowMs: number,
  ahead?: Ahead
): In<'sending'> {
  const held = earlierHold(followup)
  return moveTo<'sending'>(followup, {
    state: 'sending',
    taskId,
    sinceMs: nowMs,
    before,
    evidence: evidenceAtSend(before, nowMs, ahead),
    ...(held && { held })
  })
}

/** What the answer to the send means. For a 429 the caller has closed the budget's gate until `gateOpensMs`. */
export function decideAfterSend(
  followup: In<'sending'>,
  sent: SendResult,
  gateOpensMs: number,
  moment: Moment
): Followup {
  switch (sent.kind) {
    case 'accepted':
      return watch(followup, sent.job)
    case 'maybe delivered':
      return watch(followup, {}, sent.why)
    case 'busy':
      return hold(followup, 'busy', gateOpensMs, moment)
    case 'not delivered':
      return hold(followup, 'unreachable', undefined, moment)
    case 'too late':
      return moveTo<'waiting'>(followup, { state: 'waiting', why: 'turn', sinceMs: moment.nowMs })
    case 'refused':
      return reject(followup, sent, moment.nowMs)
  }
}

/** What certainly did not arrive costs nothing of the hour. */
export const GIVES_BACK: SendResult['kind'][] = ['not delivered', 'too late', 'busy']

/** Taken back before it was sent, by a person if it is known which, or closed with its thread. Undefined: it is too late for that. */
export function cancel(followup: Followup, how: Partial<Cancelled>, nowMs: number): Followup | undefined {
  if (!isIn(followup, 'waiting')) return undefined
  return moveTo<'dropped'>(followup, { state: 'dropped', reason: 'cancelled', ...how, atMs: nowMs })
}

export function takeBack(followup: Followup, nowMs: number): Followup | undefined {
  const { progress } = followup
  if (!isCancelled(progress)) return cancel(followup, {}, nowMs)
  return isTakenBack(followup) ? undefined : { ...followup, progress: { ...progress, takenBack: true } }
}

/** The process died between the POST and its answer: the outcome is unknown. It is watched, and never resent automatically. */
export function decideAfterCrash(followup: In<'sending'>): Followup {
  return watch(followup, {}, 'restart')
}

function watch(followup: In<'sending'>, answer: AgentJob, doubt?: ProgressOf<'watching'>['doubt']): Followup {
  const { sinceMs, evidence } = followup.progress
  return moveTo<'watching'>(followup, {
    state: 'watching',
    delivery: doubt === undefined ? 'sure' : 'maybe',
    ...(doubt !== undefined && { doubt }),
    sentAtMs: sinceMs,
    evidence: afterAnswer(evidence, answer)
  })
}

type Cause = Pick<Rejected, 'reason' | 'words'>

export function reject(followup: Followup, { reason, words }: Cause, nowMs: number): Followup {
  return moveTo<'dropped'>(followup, { state: 'dropped', reason, atMs: nowMs, ...(words !== undefined && { words }) })
}

export function hold(
  followup: Followup,
  why: Held['why'],
  untilMs: number | undefined,
  { nowMs, random }: Moment
): Followup {
  const earlier = earlierHold(followup)
  // A new cause starts over: an hour's wait for a free send says nothing about a service that has been down for a minute.
  const { sinceMs, tries } = earlier?.why === why ? earlier : { sinceMs: nowMs, tries: 0 }
  if (nowMs - sinceMs >= UNREACHABLE_MS && isOutage(why)) return reject(followup, { reason: why }, nowMs)
  const until = untilMs ?? nowMs + backoffMs(tries, random)
  return moveTo<'waiting'>(followup, { state: 'waiting', why, untilMs: until, sinceMs, tries: tries + 1 })
}

const earlierHold = (followup: Followup): ProgressOf<'sending'>['held'] =>
  isIn(followup, 'sending') ? followup.progress.held : isHeld(followup) ? followup.progress : undefined

// Slack does not always deliver replies in the order they were written.
const DELIVERED_WITHIN_MS = 1_000
// Reading one may have to wait for somebody who holds a lock on its job.
const READ_WITHIN_MS = 60_000
// Both are only known to us within some time: a reply that was just written may seem to come from the near future.
const CLOCKS_AGREE_WITHIN_MS = 2_000

/** One that was written earlier may still be on its way to us, or has been read since `triedMs`. */
export function earlierRepliesReadAtMs(
  { replyTs, inLineAtMs }: Followup,
  triedMs: number | undefined,
  nowMs: number
): number {
  // Written later than that: Slack's clock is ahead of ours and tells us nothing.
  const saysNothing = replyTs === null || inLineAtMs > nowMs + CLOCKS_AGREE_WITHIN_MS
  const allDeliveredMs = saysNothing ? nowMs : inLineAtMs + DELIVERED_WITHIN_MS
  const allReadMs = triedMs === undefined ? nowMs : triedMs + READ_WITHIN_MS
  return Math.max(allDeliveredMs, allReadMs)
}

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
