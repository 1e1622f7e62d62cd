import type { Sql } from '../database/database.ts'
import type { FollowupDeps } from './followup-deps.ts'
import { recordMoves } from './record-moves.ts'
import { stopWatching } from './rules/decide-watch.ts'
import { isIn, type JobKey, type ThreadKey } from './rules/followup.ts'
import { followupsOfThread } from './stores/followup-store.ts'
import { lockJob } from './stores/job-store.ts'

/** Ends the watch for everything this thread waits for; the agent itself goes on. Answers how many watches ended. */
export async function stopWatchingThread(
  deps: Pick<FollowupDeps, 'enqueue' | 'now' | 'random' | 'log'>,
  sql: Sql,
  thread: ThreadKey & JobKey,
  userId: string
): Promise<number> {
  await lockJob(sql, thread)
  const watched = (await followupsOfThread(sql, thread)).filter(followup => isIn(followup, 'watching'))
  const nowMs = deps.now()
  const moves = watched.map(before => ({ before, after: stopWatching(before, 'stopped', nowMs, userId) }))
  return (await recordMoves(deps, sql, moves)).length
}
