import type { Sql } from '../../database/database.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { FIRST_LOOK_MS, type PullRequestKey } from '../model/pull-request-after.ts'
import { saveNamed } from '../stores/pull-request-store.ts'

/** A result names a pull request: from now on somebody looks what becomes of it, if it is where the operator lets us look. */
export async function followPullRequest(
  { enqueue, now, host }: FollowupDeps,
  sql: Sql,
  key: PullRequestKey
): Promise<void> {
  if (!host?.knows(key.link)) return
  const nowMs = Math.round(now())
  const lookAtMs = nowMs + FIRST_LOOK_MS
  await saveNamed(sql, key, { nowMs, lookAtMs })
  await enqueue(sql, 'check-pull-request', { ...key, atMs: lookAtMs }, { atMs: lookAtMs, projectId: key.projectId })
}
