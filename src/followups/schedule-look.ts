import type { Sql } from '../database/database.ts'
import type { FollowupDeps } from './followup-deps.ts'
import type { JobKey } from './model/followup.ts'
import { nextLookNumber } from './stores/job-store.ts'

/** Plans the next look at a job. It replaces the look that was planned before. */
export async function scheduleLook(
  { enqueue }: FollowupDeps,
  sql: Sql,
  { projectId, jobId }: JobKey,
  atMs: number
): Promise<void> {
  const lookNumber = await nextLookNumber(sql, { projectId, jobId }, atMs)
  await enqueue(sql, 'check-job', { projectId, jobId, lookNumber }, { atMs })
}
