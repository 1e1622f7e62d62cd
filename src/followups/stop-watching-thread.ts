import type { Sql } from '../database/database.ts'
import { changeFollowups } from './change-followup.ts'
import type { MoveDeps } from './followup-deps.ts'
import { stopWatching } from './rules/decide-watch.ts'
import { isIn, type JobKey, type ThreadKey } from './rules/followup.ts'
import { followupsOfThread } from './stores/followup-store.ts'

/** Ends the watch for everything this thread waits for; the agent itself goes on. Returns how many watches ended. */
export async function stopWatchingThread(
  deps: MoveDeps,
  sql: Sql,
  thread: ThreadKey & JobKey,
  userId: string
): Promise<number> {
  const moves = await changeFollowups(deps, sql, thread, {
    load: () => followupsOfThread(sql, thread),
    change: (followup, { nowMs }) =>
      isIn(followup, 'watching') ? stopWatching(followup, 'stopped', nowMs, userId) : undefined
  })
  return moves.length
}
