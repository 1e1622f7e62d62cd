import type { Sql } from '../database/database.ts'
import type { FollowupDeps } from './followup-deps.ts'
import { isSameThread, type ThreadKey, type ThreadPlace } from './rules/followup.ts'

/** The cards of these threads are stale: each is redrawn once. */
export async function redrawCards(
  { enqueue }: Pick<FollowupDeps, 'enqueue'>,
  sql: Sql,
  places: ThreadPlace[]
): Promise<void> {
  for (const thread of threadsAt(places)) await enqueue(sql, 'refresh-card', thread)
}

/** The same where the agent may have begun or ended its work: what Slack shows of that under a thread goes with its card. */
export async function redrawThreads(
  deps: Pick<FollowupDeps, 'enqueue' | 'showsThreadStatus'>,
  sql: Sql,
  places: ThreadPlace[]
): Promise<void> {
  await redrawCards(deps, sql, places)
  if (deps.showsThreadStatus) for (const thread of threadsAt(places)) await deps.enqueue(sql, 'show-status', thread)
}

/** Each once. */
function threadsAt(places: ThreadPlace[]): ThreadKey[] {
  const once = places.filter((place, at) => places.findIndex(other => isSameThread(other, place)) === at)
  return once.flatMap(({ teamId, channelId, threadTs }) => (threadTs === null ? [] : [{ teamId, channelId, threadTs }]))
}
