import { type AgentJob, isAtRest } from '../../agent/agent-job.ts'
import { isAtWork } from './evidence.ts'
import type { Late, ProgressOf } from './progress.ts'

/** Looks are never planned so far apart: no bot ran, its machine slept, or the job could not be read. */
const LATE_AFTER_MS = 3_600_000

/** What was known of the job before this look. */
export type SeenBefore = { record: AgentJob | null; seenAtMs: number | null }

type Sight = { job: AgentJob; nowMs: number; seenBefore?: SeenBefore | undefined }
/** Since when it is watched, and what an earlier look found. */
type Watched = Pick<ProgressOf<'watching'>, 'sentAtMs' | 'late'>

/** Whether this look, long after the one before it, is the first that no longer finds it at work. Its end may take another look. */
export function lateOf({ late, sentAtMs }: Watched, hasEnded: boolean, sight: Sight): { late?: Late } {
  const { job, nowMs, seenBefore } = sight
  if (isAtWork(job)) return {}
  if (late) return { late }
  const { record = null, seenAtMs = null } = seenBefore ?? {}
  if (seenAtMs === null || !isAtRest(job)) return {}
  if (nowMs - Math.max(seenAtMs, sentAtMs) < LATE_AFTER_MS) return {}
  const wasWorking = record !== null && isAtWork(record)
  return wasWorking || hasEnded ? { late: { seenAtMs, wasWorking } } : {}
}
