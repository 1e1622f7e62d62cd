import type { AgentJob } from '../../../src/agent/agent-job.ts'
import { decideLooks, type InPlay, isInPlay, toAhead } from '../../../src/followups/model/decide-looks.ts'
import { decideAfterCrash, decideAfterSend, startSending } from '../../../src/followups/model/decide-send.ts'
import { type Followup, isIn } from '../../../src/followups/model/followup.ts'
import { followupIn, NOW } from '../a-followup.ts'

const S = 1_000
const OLD = 'https://example.com/pull/1'
export const NEW = 'https://example.com/pull/2'
export const REST: AgentJob = { status: 'completed', prLink: OLD, archivedAt: null }
export const DONE: AgentJob = { ...REST, prLink: NEW }
export const WORK: AgentJob = { status: 'active', prLink: OLD, archivedAt: null }
export const UNTOLD: AgentJob = { prLink: OLD }

export type Act =
  | [atS: number, 'look', AgentJob]
  /** Sent after a look that showed `before`; the service answered `answer`, or the answer is unknown. */
  | [atS: number, 'send', name: string, before: AgentJob, answer: AgentJob | 'lost']

/** Plays sends and looks by the rules alone, and returns when each was told what: "A finished at 60". */
export function live(acts: Act[]): string[] {
  const told: string[] = []
  let all: Followup[] = []
  const look = (job: AgentJob, nowMs: number, isLastCall = false) => {
    const inPlay = all.filter(isInPlay).filter(followup => isOpen(followup))
    const last = all.at(-1)
    const lastSent = last && 'sentAtMs' in last.progress ? { id: last.id, atMs: last.progress.sentAtMs } : undefined
    const looks = decideLooks(inPlay, { job, nowMs, random: 0.5, isLastCall, lastSent })
    for (const { before, next } of looks) told.push(...newsOf(before, next, (nowMs - NOW) / S))
    all = all.map(followup => looks.find(({ before }) => before === followup)?.next ?? followup)
    return looks
  }
  for (const act of acts) {
    const nowMs = NOW + act[0] * S
    if (act[1] === 'look') {
      look(act[2], nowMs)
      continue
    }
    const [, , id, before, answer] = act
    if (before.status !== undefined) look(before, nowMs, true)
    const ahead = toAhead(all.filter(isInPlay).filter(isOpen))
    const sending = startSending(followupIn({ state: 'accepted' }, { id }), 'task', before, nowMs, ahead)
    const moment = { nowMs, random: 0.5 }
    all.push(
      answer === 'lost'
        ? decideAfterCrash(sending)
        : decideAfterSend(sending, { kind: 'accepted', job: answer }, nowMs, moment)
    )
  }
  return told
}

const isOpen = (followup: InPlay) =>
  isIn(followup, 'finished') ? followup.progress.openUntilMs !== undefined : followup.progress.state === 'watching'

function newsOf(before: Followup, next: Followup, atS: number): string[] {
  if (isIn(next, 'finished')) {
    const link = next.progress.job.prLink === NEW ? 'new link' : next.progress.job.prLink ? 'old link' : 'no link'
    if (!isIn(before, 'finished')) return [`${next.id} ${next.progress.status} with ${link} at ${atS}`]
    return next.progress.job === before.progress.job ? [] : [`${next.id} gains its link at ${atS}`]
  }
  if (isIn(next, 'unwatched')) return [`${next.id} ends: ${next.progress.because} at ${atS}`]
  if (isIn(before, 'finished') && isIn(next, 'watching')) return [`${next.id} works again at ${atS}`]
  const isTold =
    isIn(next, 'watching') && isIn(before, 'watching') && next.progress.toldAtMs !== before.progress.toldAtMs
  return isTold ? [`${next.id} not started at ${atS}`] : []
}

/** A look every ten seconds, from one moment to the other. */
export const looks = (fromS: number, toS: number, job: AgentJob): Act[] =>
  Array.from({ length: Math.floor((toS - fromS) / 10) + 1 }, (_, at): Act => [fromS + 10 * at, 'look', job])
