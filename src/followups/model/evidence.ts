import { z } from 'zod'
import { type AgentJob, agentJobSchema, isAtRest } from '../../agent/agent-job.ts'

/** Two looks this far apart that agree on an end confirm it; a link may appear in between. */
const CONFIRMED_AFTER_MS = 10_000
/** A job at rest for this long since the send, or since the run before, has not started on it as far as anybody can tell. */
const NOT_STARTED_MS = 90_000

const lateSchema = z.object({ seenAtMs: z.number(), wasWorking: z.boolean() })
/** The look before the one that first saw the end was long ago. */
export type Late = z.output<typeof lateSchema>

export const runEndSchema = z.object({ atMs: z.number(), job: agentJobSchema, late: lateSchema.optional() })
export type RunEnd = z.output<typeof runEndSchema>

/** What tells whether the end of a run of the job, from rest to work to rest, is an end for this follow-up as well. */
export const evidenceSchema = z.object({
  /** It was sent into a run that was under way. */
  isInto: z.boolean(),
  /** Something that was sent before had not ended: the next run may be for that. */
  isBehind: z.boolean(),
  /** The job was seen at work since the send, or the answer to the send said so. */
  worked: z.enum(['seen', 'answered']).optional(),
  /** Of one whose delivery is in doubt: what is seen may come from another send. */
  isMixed: z.boolean(),
  /** A link that appears may belong to an earlier run. */
  linkInDoubt: z.boolean(),
  restSinceMs: z.number().optional(),
  /** The record at rest before its run: a difference from it is proof. */
  baseline: agentJobSchema.optional(),
  linkBefore: z.string().optional(),
  end: runEndSchema.optional()
})

export type Evidence = z.output<typeof evidenceSchema>

export type Ahead = { isBehind: boolean; isLinkExpected: boolean; linkBefore?: AgentJob['prLink'] }
const NOTHING_AHEAD: Ahead = { isBehind: false, isLinkExpected: false }

/** Only the status that the contract calls work is proof of it: an unknown status says no more than none at all. */
export const isAtWork = ({ status }: AgentJob) => status === 'active'

export function evidenceAtSend(before: AgentJob, sentAtMs: number, ahead: Ahead = NOTHING_AHEAD): Evidence {
  const { isBehind } = ahead
  const linkInDoubt = isBehind || ahead.isLinkExpected
  return {
    isInto: isAtWork(before),
    isBehind,
    isMixed: false,
    linkInDoubt,
    ...(isAtRest(before) && { restSinceMs: sentAtMs }),
    ...(isAtRest(before) && !isBehind && { baseline: baselineOf(before, linkInDoubt) }),
    // At work, or not read, the job names none.
    ...linkOf({ prLink: before.prLink || (isAtRest(before) ? undefined : ahead.linkBefore) })
  }
}

/** A link that someone is still waiting for can appear without any work. */
const baselineOf = ({ status, archivedAt, prLink }: AgentJob, linkInDoubt: boolean): AgentJob => ({
  status,
  archivedAt,
  ...(!linkInDoubt && { prLink })
})

/** Of a job that was at rest, an answer is not enough: the next looks may still show what was before. */
export const afterAnswer = (evidence: Evidence, answer: AgentJob): Evidence =>
  isAtWork(answer) ? { ...evidence, worked: evidence.isInto ? 'seen' : 'answered' } : evidence

export type JobLook = {
  job: AgentJob
  nowMs: number
  seenBefore?: { record: AgentJob | null; seenAtMs: number | null } | undefined
}

type Circumstances = {
  sentAtMs: number
  isSure: boolean
  isLast: boolean
  /** Another one goes out after this look: an end that is proven now is told now. */
  isLastCall: boolean
}

export type Weighed = {
  evidence: Evidence
  end?: RunEnd
  againInMs?: number
}

/** The evidence after one more look. A record with no status, or an unknown one, says nothing. */
export function weigh(
  known: Evidence,
  look: JobLook,
  { sentAtMs, isSure, isLast, isLastCall }: Circumstances
): Weighed {
  const { job, nowMs } = look
  const isMixed = known.isMixed || !(isSure || isLast)
  // What may not have arrived is proven only by what nothing else can have caused: no other send, and no run under way before.
  if (!isSure && (isMixed || known.linkInDoubt || known.baseline === undefined))
    return { evidence: withoutProof({ ...known, isMixed }, job) }
  const evidence = { ...known, isMixed }
  if (isAtWork(job)) return { evidence: { ...withoutProof(evidence, job), worked: 'seen' } }
  if (!isAtRest(job)) return { evidence }
  // A link may come late, of a run that was over before, and anybody may archive a job.
  const hasChanged = isSure && evidence.baseline !== undefined && differs(evidence.baseline, job)
  const isProven = evidence.worked === 'seen' || hasChanged
  if (!isProven && !evidence.worked) return { evidence }
  const { late = lateOf(look, sentAtMs) } = evidence.end ?? {}
  const atMs = evidence.end && !differs(evidence.end.job, job) ? evidence.end.atMs : nowMs
  const end = { atMs, job, ...(late && { late }) }
  const isConfirmed = nowMs - atMs >= CONFIRMED_AFTER_MS
  const isComplete = isConfirmed || (isProven && (isLastCall || job.status !== 'completed' || Boolean(job.prLink)))
  if (isComplete) return { evidence, end }
  const worked = isProven ? ('seen' as const) : evidence.worked
  return { evidence: { ...evidence, worked, end }, againInMs: atMs + CONFIRMED_AFTER_MS - nowMs }
}

/** At work, it is not at rest, and no end that was seen before is one. */
function withoutProof({ worked, end, restSinceMs, ...evidence }: Evidence, job: AgentJob): Evidence {
  return { ...evidence, ...(!isAtWork(job) && restSinceMs !== undefined && { restSinceMs }) }
}

/** Once nothing ahead of it is left, its own run begins from here; what the record still gains belongs to the earlier one. */
export function rest(known: Evidence, job: AgentJob, nowMs: number, ahead: { isUnfinished: boolean; isTold: boolean }) {
  const evidence = { ...known, restSinceMs: known.restSinceMs ?? nowMs }
  if (evidence.isBehind && ahead.isUnfinished) return evidence
  if (evidence.worked || evidence.baseline) return { ...evidence, isBehind: false }
  return {
    ...evidence,
    isBehind: false,
    linkInDoubt: true,
    baseline: baselineOf(job, true),
    restSinceMs: evidence.isBehind ? nowMs : evidence.restSinceMs,
    ...(ahead.isTold && linkOf(job))
  }
}

/** Only what was known both times can differ. */
function differs(before: AgentJob, now: AgentJob): boolean {
  const fields = ['status', 'prLink', 'archivedAt'] as const
  return fields.some(field => before[field] !== undefined && now[field] !== undefined && before[field] !== now[field])
}

export const linkOf = ({ prLink }: Pick<AgentJob, 'prLink'>) => (prLink ? { linkBefore: prLink } : {})

export const notStartedAtMs = ({ worked, restSinceMs }: Evidence): number | undefined =>
  worked || restSinceMs === undefined ? undefined : restSinceMs + NOT_STARTED_MS

export const awaitsLink = ({ worked, end }: Evidence) => worked === 'seen' && end !== undefined

/** Looks are never planned so far apart: no bot ran, its machine slept, or the job could not be read. */
const LATE_AFTER_MS = 3_600_000

function lateOf({ nowMs, seenBefore }: JobLook, sentAtMs: number): Late | undefined {
  const { record = null, seenAtMs = null } = seenBefore ?? {}
  if (seenAtMs === null || nowMs - Math.max(seenAtMs, sentAtMs) < LATE_AFTER_MS) return undefined
  return { seenAtMs, wasWorking: record !== null && isAtWork(record) }
}
