import type { Sql } from '../../database/database.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import type { JobKey } from '../rules/followup.ts'
import { firstInLine } from '../stores/line-store.ts'

/** Something leaves the job's line: the follow-up that is first in it then may go. */
export async function wakeLine(
  { enqueue }: FollowupDeps,
  sql: Sql,
  key: JobKey,
  leaving: string[] = []
): Promise<void> {
  const next = await firstInLine(sql, key, leaving)
  if (next) await enqueue(sql, 'send-followup', { followupId: next.id }, { projectId: key.projectId })
}
