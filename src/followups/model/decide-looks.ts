import { type AgentJob, isAtRest } from '../../agent/agent-job.ts'
import { decideUnproven, finish, type Look, lookAfter, type Moment, SLOW_PACE_MS } from './decide-watch.ts'
import { type Ahead, awaitsLink, lateOf, rest, type SeenBefore, type Weighed, weigh } from './evidence.ts'
import { type Followup, type In, isFinished, isIn, isSameThread, isUnwatched } from './followup.ts'
import { messageId, resultKind } from './message-ids.ts'

/** An instruction that is no longer watched may still be worked on for this long after its send. */
export const WORK_EXPECTED_MS = 30 * 60_000

/** What a look at the job can tell about: watched, no longer watched but perhaps still worked on, or with a result that is open. */
export type InPlay = In<'watching' | 'ended'>

export const isInPlay = (followup: Followup): followup is InPlay => isIn(followup, 'watching', 'ended')

/** A result that is no longer open is over, and so is what was left alone long ago. */
export function isStillInPlay(followup: Followup, nowMs: number): followup is InPlay {
  if (isFinished(followup)) return followup.progress.openUntilMs !== undefined
  if (isUnwatched(followup)) return followup.progress.sentAtMs > nowMs - WORK_EXPECTED_MS
  return isIn(followup, 'watching')
}

export type Looked = Look & { before: InPlay }

/** `lastSent` may still be in flight, or no longer in play. */
type Sight = Moment & {
  job: AgentJob
  isLastCall?: boolean
  lastSent?: { id: string; atMs: number } | undefined
  seenBefore?: SeenBefore | undefined
}

type Seen = Weighed & { before: In<'watching'> }

/** One look at a job, for all its instructions in the order they were sent. */
export function decideLooks(inPlay: InPlay[], sight: Sight): Looked[] {
  const { lastSent } = sight
  const isLastSent = (id: string) => (lastSent ? lastSent.id === id : inPlay.at(-1)?.id === id)
  const seen = inPlay
    .filter(followup => isIn(followup, 'watching'))
    .map((before): Seen => {
      const { delivery, evidence } = before.progress
      const place = {
        isSure: delivery === 'sure',
        isLast: isLastSent(before.id),
        isLastCall: sight.isLastCall ?? false
      }
      return { before, ...weigh(evidence, sight.job, sight.nowMs, place) }
    })
  const ended = endedWith(seen)
  const isEnded = ({ id }: InPlay) => ended.some(({ before }) => before.id === id)
  return inPlay.map((before, at): Looked => {
    if (isUnwatched(before)) return { before, next: before, againInMs: undefined }
    if (isFinished(before)) {
      const later = inPlay.slice(at + 1)
      const isKnown = lastSent === undefined || inPlay.some(({ id }) => id === lastSent.id)
      const isLast = later.every(({ progress }) => 'delivery' in progress && progress.delivery === 'maybe')
      const isOthers = (lastSent?.atMs ?? 0) >= before.progress.atMs
      if (isOthers && !isKnown && sight.nowMs < (before.progress.openUntilMs ?? 0))
        return { before, next: before, againInMs: SLOW_PACE_MS }
      return { before, ...lookAfter(before, sight.job, { isOthers, isLast, nowMs: sight.nowMs }) }
    }
    const one = seen.find(other => other.before === before)
    if (one === undefined) throw new Error(`Follow-up '${before.id}' was not looked at`)
    if (isEnded(before)) return endOf(one, ended, seen.length === 1, sight)
    const ahead = inPlay.slice(0, at).filter(followup => !isFinished(followup))
    return { before, ...decideOne(one, sight, { isLeft: !ahead.every(isEnded), isTold: ahead.some(isEnded) }) }
  })
}

/** A run that has ended has ended for all up to the last that it was proven for. What may not have arrived needs a proof of its own. */
function endedWith(seen: Seen[]): Seen[] {
  const isSure = ({ before }: Seen) => before.progress.delivery === 'sure'
  const isOver = seen.some(one => isSure(one) && one.end !== undefined)
  const last = seen.findLastIndex(one => isSure(one) && (one.end !== undefined || (isOver && awaitsLink(one.evidence))))
  return seen.filter((one, at) => (isSure(one) ? at <= last : one.end !== undefined))
}

function endOf(one: Seen, ended: Seen[], isAlone: boolean, sight: Sight): Looked {
  const end = ended.find(other => other.end !== undefined)?.end
  if (end === undefined) throw new Error(`Follow-up '${one.before.id}' has not ended`)
  const together = ended.filter(other => isSameThread(other.before, one.before))
  const { before } = together[0] ?? one
  const resultId = messageId(before.id, resultKind(before.progress.earlier))
  const weighed = withEvidence(one, true, sight)
  const run = { ...end, resultId, isAlone }
  return { before: one.before, ...finish(weighed, run, sight.nowMs) }
}

function withEvidence({ before, evidence, end }: Seen, hasEnded: boolean, sight: Sight): In<'watching'> {
  const { late: _, ...known } = before.progress
  const late = lateOf(before.progress, hasEnded || Boolean(end ?? evidence.end), sight)
  return { ...before, progress: { ...known, evidence, ...late } }
}

function decideOne(one: Seen, sight: Sight, ahead: { isLeft: boolean; isTold: boolean }): Look {
  const weighed = withEvidence(one, false, sight)
  // Its end is being confirmed, however long it has been watched.
  if (one.againInMs !== undefined) return { next: weighed, againInMs: one.againInMs }
  if (!isAtRest(sight.job)) return decideUnproven(weighed, sight.job, sight)
  const evidence = rest(one.evidence, sight.job, sight.nowMs, ahead)
  return decideUnproven({ ...weighed, progress: { ...weighed.progress, evidence } }, sight.job, sight)
}

/** What the next send has to know about those before it. */
export const toAhead = (inPlay: InPlay[]): Ahead => ({
  isBehind: !inPlay.every(isFinished),
  isLinkExpected: inPlay.some(isFinished)
})

const FIRST_AFTER_MS = 5 * 60_000

/**
 * How often a card has said that the work was seen again: 5, 10, 20, 40 … minutes after the send. Saying so after every look
 * would be too many edits.
 */
export function timesSeenAgain(sentAtMs: number, seenAtMs: number | null): number {
  const elapsed = ((seenAtMs ?? 0) - sentAtMs) / FIRST_AFTER_MS
  return elapsed < 1 ? 0 : 1 + Math.floor(Math.log2(elapsed))
}
