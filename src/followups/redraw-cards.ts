import type { Sql } from '../database/database.ts'
import type { FollowupDeps } from './followup-deps.ts'
import { isSameThread, type ThreadPlace } from './rules/followup.ts'

/** The cards of these threads are stale: each is redrawn once. */
export async function redrawCards(
  { enqueue }: Pick<FollowupDeps, 'enqueue'>,
  sql: Sql,
  places: ThreadPlace[]
): Promise<void> {
  const once = places.filter((place, at) => places.findIndex(other => isSameThread(other, place)) === at)
  for (const { teamId, channelId, threadTs } of once) {
    if (threadTs !== null) await enqueue(sql, 'refresh-card', { teamId, channelId, threadTs })
  }
}
