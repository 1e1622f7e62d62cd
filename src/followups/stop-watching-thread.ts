import type { Sql } from '../database/database.ts'
import { stopWatching } from './decide-watch.ts'
import { isIn, type JobKey, type ThreadKey } from './followup.ts'
import type { FollowupDeps } from './followup-deps.ts'
import { followupsOfThread } from './followup-store.ts'
import { lockJob } from './job-store.ts'
import { recordMoves } from './record-moves.ts'

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
