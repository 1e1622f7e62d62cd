import type { Sql } from '../database/database.ts'
import type { FollowupDeps } from './followup-deps.ts'
import { isSameThread, type ThreadKey, type ThreadPlace } from './rules/followup.ts'

/** The cards of these threads are stale: each is redrawn once. */
export async function redrawCards({ enqueue }: FollowupDeps, sql: Sql, places: ThreadPlace[]): Promise<void> {
  for (const thread of threadsAt(places)) await enqueue(sql, 'refresh-card', thread)
}

/** Each once. */
function threadsAt(places: ThreadPlace[]): ThreadKey[] {
  const once = places.filter((place, at) => places.findIndex(other => isSameThread(other, place)) === at)
  return once.flatMap(({ teamId, channelId, threadTs }) => (threadTs === null ? [] : [{ teamId, channelId, threadTs }]))
}
