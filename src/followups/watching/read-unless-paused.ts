import type { ReadResult } from '../../agent/agent-job.ts'
import { closeReads, readsClosedUntilMs } from '../../agent/budget.ts'
import { backoffMs } from '../../http/pace.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import type { JobKey } from '../model/followup.ts'

/** Reads a job, unless the service has asked the whole project to wait; a 429 starts such a pause. */
export async function readUnlessPaused(
  { database, agent, countRead, now, random }: FollowupDeps,
  { projectId, jobId }: JobKey,
  knownPauseMs?: number
): Promise<ReadResult> {
  const pausedUntilMs = knownPauseMs ?? (await readsClosedUntilMs(database, projectId))
  if (pausedUntilMs > now()) return { kind: 'busy', retryAfterMs: pausedUntilMs - now() }
  countRead()
  const read = await agent.readJob({ projectId, jobId })
  if (read.kind !== 'busy') return read
  const retryAfterMs = read.retryAfterMs ?? backoffMs(0, random())
  await database.transaction(sql => closeReads(sql, projectId, now() + retryAfterMs))
  return { kind: 'busy', retryAfterMs }
}
