import { isAtRest } from '../../agent/agent-job.ts'
import { decideUnproven, finish, type Look, lookAfter, type Moment, SLOW_PACE_MS } from './decide-watch.ts'
import { type Ahead, awaitsLink, type JobLook, rest, type Weighed, weigh } from './evidence.ts'
import { type Followup, type In, isFinished, isIn, isSameThread, isUnwatched, type With } from './followup.ts'
import { messageId, resultKind } from './message-ids.ts'
import type { Finished } from './progress.ts'

export const WORK_EXPECTED_MS = 30 * 60_000

/** What a look at the job can tell about: watched, no longer watched but perhaps still worked on, or with a result that is open. */
export type InPlay = In<'watching' | 'ended'>

export const isInPlay = (followup: Followup): followup is InPlay => isIn(followup, 'watching', 'ended')

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
  const isEnded = ({ id }: InPlay) => ended.some(({ before }) => before.id === id)
  return inPlay.map((before, at): Looked => {
    const one = watched.find(other => other.before === before)
    if (isUnwatched(before)) return { before, next: before, againInMs: undefined }
    if (isFinished(before)) return { before, ...lookAtResult(before, inPlay, look) }
    if (one === undefined) throw new Error(`Follow-up '${before.id}' was not looked at`)
    if (isEnded(before)) return endOf(one, ended, watched.length === 1, look.nowMs)
    const ahead = inPlay.slice(0, at).filter(followup => !isFinished(followup))
    return { before, ...decideOne(one, look, { isUnfinished: !ahead.every(isEnded), isTold: ahead.some(isEnded) }) }
  })
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
  const isLast = later.every(({ progress }) => 'delivery' in progress && progress.delivery === 'maybe')
  return lookAfter(before, job, { isOthers, isLast, nowMs })
}

function endOf({ before, evidence }: Watched, ended: Watched[], isAlone: boolean, nowMs: number): Looked {
  const end = ended.find(other => other.end !== undefined)?.end
  if (end === undefined) throw new Error(`Follow-up '${before.id}' has not ended`)
  const first = ended.find(other => isSameThread(other.before, before))?.before ?? before
  const resultId = messageId(first.id, resultKind(first.progress.earlier))
  const weighed = { ...before, progress: { ...before.progress, evidence } }
  return { before, ...finish(weighed, end, { resultId, isAlone, nowMs }) }
}

function decideOne(one: Watched, look: LookAtAll, ahead: { isUnfinished: boolean; isTold: boolean }): Look {
  const { before, againInMs } = one
  const isResting = againInMs === undefined && isAtRest(look.job)
  const evidence = isResting ? rest(one.evidence, look.job, look.nowMs, ahead) : one.evidence
  const weighed = { ...before, progress: { ...before.progress, evidence } }
  // Its end is being confirmed, however long it has been watched.
  return againInMs === undefined ? decideUnproven(weighed, look.job, look) : { next: weighed, againInMs }
}

export const toAhead = (inPlay: Followup[]): Ahead => ({
  isBehind: inPlay.some(followup => isIn(followup, 'watching') || isUnwatched(followup)),
  isLinkExpected: inPlay.some(isOpen)
})
