import type { Sql } from '../database/database.ts'
import type { FollowupDeps } from './followup-deps.ts'
import type { JobKey } from './rules/followup.ts'
import { firstInLine } from './stores/followup-store.ts'

/** Something left the job's line: the follow-up that is now first in it may go. */
export async function wakeLine({ enqueue }: Pick<FollowupDeps, 'enqueue'>, sql: Sql, key: JobKey): Promise<void> {
  const next = await firstInLine(sql, key)
  if (next) await enqueue(sql, 'send-followup', { followupId: next.id }, undefined, key.projectId)
}
