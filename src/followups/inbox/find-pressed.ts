import type { Sql } from '../../database/database.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import type { Followup } from '../model/followup.ts'
import { findFollowup } from '../stores/followup-store.ts'

/** The follow-up that the button is about; undefined when it is not in this channel, or not ours. */
export async function findPressed(
  { projectId }: FollowupDeps,
  sql: Sql,
  { value, channelId }: { value: string; channelId: string }
): Promise<Followup | undefined> {
  const found = await findFollowup(sql, value)
  return found?.channelId === channelId && found.projectId === projectId ? found : undefined
}
