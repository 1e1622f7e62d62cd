import { z } from 'zod'
import { type AgentJob, agentJobSchema, isAtRest } from '../../agent/agent-job.ts'

/** Two looks this far apart that agree on an end confirm it; a link may appear in between. */
export const CONFIRMED_AFTER_MS = 10_000
/** A job at rest for this long since the send is assumed to do nothing about it, until it is seen to. */
const NO_WORK_MS = 90_000
/** A job at rest for this long after work that ran before the send is assumed to have done both as one. */
const AS_ONE_MS = 120_000

/** What tells us whether an end of the job's work is the end of this instruction. */
export const evidenceSchema = z.object({
  /** Whose work is seen next: that of earlier sends, its own, or definitely no longer its own. */
  turn: z.enum(['earlier', 'own', 'over']),
  /** Its own work was seen in its turn, or a trace of it in the record. */
  sawWork: z.boolean(),
  /** The job was at rest before the send, and the answer to the send said that it is working. */
  answeredActive: z.boolean(),
  /** If the answer to the send says that the job is working, no work still to come from earlier sends would be missed. */
  mayOvertake: z.boolean(),
  /** While its own delivery is in doubt, what is seen may come from another send before or after it. */
  mixed: z.boolean(),
  /** The job could not be read before the send, and nothing of ours can have been at work: so nobody knows what was. */
  startUnread: z.boolean().default(false),
  /** A link that appears may still belong to what was sent before. */
  linkInDoubt: z.boolean().default(false),
  /** Since then the job was at rest whenever it was seen: after work of what was sent before, or since the send. */
  restSinceMs: z.number().optional(),
  afterWork: z.boolean(),
  /** The record at rest before the send: a difference from it is proof. */
  baseline: agentJobSchema.optional(),
  /** The link people already know about when its turn comes. */
  linkBefore: z.string().optional(),
  /** The end of its own work, as it was first seen. */
  end: z.object({ atMs: z.number(), job: agentJobSchema }).optional()
})

export type Evidence = z.output<typeof evidenceSchema>

/** An earlier send, as far as it matters to the next one: its work may still come, or only its link. */
export type Ahead = 'work expected' | 'work not expected' | 'link expected'

/** Only the status that the contract calls work is proof of it: an unknown status says no more than none at all. */
export const isAtWork = ({ status }: AgentJob) => status === 'active'

const NOTHING_YET = {
  sawWork: false,
  answeredActive: false,
  mayOvertake: false,
  mixed: false,
  startUnread: false,
  linkInDoubt: false,
  afterWork: false
}

/** What is known at the moment of the send. A job that could not be read is treated as one at work. */
export function evidenceAtSend(before: AgentJob, sentAtMs: number, ahead: Ahead[] = []): Evidence {
  const waitsFor = ahead.filter(what => what !== 'link expected')
  if (!isAtRest(before)) {
    const startUnread = !isAtWork(before) && waitsFor.length === 0
    return { ...NOTHING_YET, turn: 'earlier', afterWork: true, startUnread, ...linkOf(before) }
  }
  const { status, archivedAt } = before
  const linkInDoubt = ahead.includes('link expected')
  return {
    ...NOTHING_YET,
    turn: waitsFor.length === 0 ? 'own' : 'earlier',
    mayOvertake: !waitsFor.includes('work expected'),
    restSinceMs: sentAtMs,
    linkInDoubt,
    // A link that someone is still waiting for can appear without any work of ours.
    baseline: { status, archivedAt, ...(!linkInDoubt && { prLink: before.prLink }) },
    ...linkOf(before)
  }
}

/** The answer to the send speaks only for its own instruction. */
export function afterAnswer(evidence: Evidence, answer: AgentJob): Evidence {
  const isOwn = evidence.turn === 'own' || evidence.mayOvertake
  return evidence.baseline && isOwn && isAtWork(answer) ? { ...evidence, turn: 'own', answeredActive: true } : evidence
}

/** Where an instruction stands among those of its job that are not over, in the order they were sent. */
export type Place = {
  isSure: boolean
  /** Nothing ahead of it can still have work to come. */
  isFirst: boolean
  /** This very look sees the end of what was ahead, and people are told about it or not. */
  endedAhead: 'told' | 'untold' | undefined
  /** A later send already has its own turn. */
  isOvertaken: boolean
  /** Not sent after it. */
  isLast: boolean
  /** Another one goes out after this look: what can be told apart now cannot be told apart then. */
  isLastCall: boolean
}

export type Weighed = {
  evidence: Evidence
  /** The record its work ended with: this is the proof. */
  end?: AgentJob
  /** Another look is worthwhile this soon. */
  againInMs?: number
}

/** The evidence after one more look. A record with no status, or an unknown one, says nothing. */
export function weigh(known: Evidence, job: AgentJob, nowMs: number, place: Place): Weighed {
  const mixed = known.mixed || !(place.isSure || place.isLast)
  if (!isAtWork(job) && !isAtRest(job)) return { evidence: { ...known, mixed } }
  const evidence = place.isOvertaken ? outOfTurn({ ...known, mixed }) : { ...known, mixed }
  if (isAtWork(job)) return weighWork(evidence, place)
  return evidence.turn === 'own' ? weighEnd(evidence, job, nowMs, place) : weighRest(evidence, job, nowMs, place)
}

function weighWork(evidence: Evidence, { isLast }: Place): Weighed {
  const { end, restSinceMs, ...kept } = evidence
  if (evidence.turn !== 'own') return { evidence: { ...kept, afterWork: true } }
  // Its own work had ended, so this is the work of a later one.
  if (end && !isLast && evidence.sawWork) return conclude(evidence, end)
  return { evidence: { ...kept, sawWork: true } }
}

/** At rest in the turn of an earlier send: once nothing is ahead any more, its own turn begins. */
function weighRest(evidence: Evidence, job: AgentJob, nowMs: number, place: Place): Weighed {
  const { isSure, isFirst, endedAhead } = place
  const restSinceMs = (endedAhead ? undefined : evidence.restSinceMs) ?? nowMs
  const rested = { ...evidence, restSinceMs, afterWork: evidence.afterWork || endedAhead !== undefined }
  if (evidence.turn === 'over' || !isFirst) return { evidence: rested }
  // Anything the record still gains belongs to the earlier one.
  const { baseline, ...own } = { ...rested, linkInDoubt: true }
  // Work that was given up before it was seen to end may still come.
  const mixed = own.mixed || !(isSure || endedAhead === 'told')
  return { evidence: { ...own, mixed, turn: 'own', ...(endedAhead === 'told' && linkOf(job)) } }
}

function weighEnd(evidence: Evidence, job: AgentJob, nowMs: number, place: Place): Weighed {
  const end = evidence.end && !differs(evidence.end.job, job) ? evidence.end : { atMs: nowMs, job }
  const isConfirmed = nowMs - end.atMs >= CONFIRMED_AFTER_MS
  const rested = { ...evidence, restSinceMs: evidence.restSinceMs ?? nowMs }
  const proof = isProof(evidence, job)
  if (!proof && !evidence.answeredActive) return { evidence: rested }
  const isComplete = isConfirmed || (proof && (job.status !== 'completed' || Boolean(job.prLink)))
  const isPressing = proof && !(place.isLast && !place.isLastCall)
  if (isComplete || isPressing) return conclude(rested, { ...end, job })
  return { evidence: { ...rested, sawWork: proof, end }, againInMs: end.atMs + CONFIRMED_AFTER_MS - nowMs }
}

/** This end closes its turn, and is proof unless another send of ours could have caused it. */
function conclude({ end: _, ...known }: Evidence, end: NonNullable<Evidence['end']>): Weighed {
  const over = { ...known, turn: 'over' as const }
  return over.mixed ? { evidence: over } : { evidence: { ...over, end }, end: end.job }
}

const isProof = ({ sawWork, baseline }: Evidence, job: AgentJob) =>
  sawWork || (baseline !== undefined && differs(baseline, job))

/** Only what was known both times can differ. */
function differs(before: AgentJob, now: AgentJob): boolean {
  const fields = ['status', 'prLink', 'archivedAt'] as const
  return fields.some(field => before[field] !== undefined && now[field] !== undefined && before[field] !== now[field])
}

const linkOf = ({ prLink }: AgentJob) => (prLink ? { linkBefore: prLink } : {})

/** When to tell people that nothing has been seen. Undefined: work is under way, or its end is being confirmed. */
export function silentAtMs({ turn, sawWork, restSinceMs, end, afterWork }: Evidence): number | undefined {
  if (restSinceMs === undefined || (turn === 'own' && (sawWork || end))) return undefined
  return restSinceMs + (afterWork ? AS_ONE_MS : NO_WORK_MS)
}

/** Nothing seen from now on is proof; an end that was already seen still is. */
export function outOfTurn({ end, ...evidence }: Evidence): Evidence {
  return evidence.turn === 'over' && end ? { ...evidence, end } : { ...evidence, turn: 'over' }
}

/** Completed and proven: only its link is still missing. */
export const awaitsLink = ({ turn, sawWork, end }: Evidence) => turn === 'own' && sawWork && end !== undefined
