import { type AgentJob, isAtRest } from '../../agent/agent-job.ts'
import type { Downtime } from './downtime.ts'
import { isAtWork } from './evidence.ts'
import type { Late, ProgressOf } from './progress.ts'

/** What was known of the job before this look. */
export type SeenBefore = { record: AgentJob | null; seenAtMs: number | null }

type Sight = { job: AgentJob; offline?: Downtime[] | undefined; seenBefore?: SeenBefore | undefined }
/** Since when it is watched, and what the first look after that stop found. */
type Watched = Pick<ProgressOf<'watching'>, 'sentAtMs' | 'resumed' | 'late'>

/**
 * Whether it ended while no bot ran: the first look since then no longer found it at work, or brings its end. That is told with
 * the result, which may take another look.
 */
export function lateOf(watched: Watched, hasEnded: boolean, sight: Sight): { late?: Late | undefined } {
  const { job, offline = [], seenBefore } = sight
  const { late, sentAtMs, resumed } = watched
  if (isAtWork(job)) return {}
  if (late) return { late }
  const { record = null, seenAtMs = null } = seenBefore ?? {}
  if (seenAtMs === null || !isAtRest(job)) return {}
  // A second stop that came before this look is one with the first.
  const sinceMs = Math.max(seenAtMs, resumed?.atMs ?? sentAtMs)
  const missed = offline.filter(({ untilMs }) => untilMs >= sinceMs)
  const [first, last] = [missed.at(0), missed.at(-1)]
  if (first === undefined || last === undefined) return {}
  const wasWorking = record !== null && isAtWork(record)
  if (!wasWorking && !hasEnded) return {}
  return { late: { fromMs: first.fromMs, untilMs: last.untilMs, ...(wasWorking && { workingAtMs: seenAtMs }) } }
}
