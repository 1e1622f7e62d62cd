import type { Sql } from '../../database/database.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import type { JobKey } from '../rules/followup.ts'

type Deps = Pick<FollowupDeps, 'enqueue' | 'now'>

/** Instructions that leave together are noted together. */
const TOGETHER_MS = 3_000

/** Something went out to a job that has other threads: they show it soon. The caller holds the job's lock. */
export async function noteSoon({ enqueue, now }: Deps, sql: Sql, { projectId, jobId }: JobKey): Promise<void> {
  // Whoever carries it out waits for our lock, which we took before that time: nothing is left out.
  const atMs = (Math.floor(now() / TOGETHER_MS) + 1) * TOGETHER_MS
  const taskId = `elsewhere:${projectId}/${jobId}:${atMs}`
  await enqueue(sql, 'note-elsewhere', { projectId, jobId }, { atMs, projectId, taskId })
}
