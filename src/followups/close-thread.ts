import type { Sql } from '../database/database.ts'
import type { FollowupDeps } from './followup-deps.ts'
import { threadClosedMessage } from './messages/direct-messages.ts'
import { recordMoves } from './record-moves.ts'
import { cancel } from './rules/decide-send.ts'
import { stopWatching } from './rules/decide-watch.ts'
import { type Followup, isIn, type ThreadKey } from './rules/followup.ts'
import type { ThreadClosed } from './rules/thread.ts'
import { sayOnce } from './say-once.ts'
import { followupsOfThread } from './stores/followup-store.ts'
import { lockJob } from './stores/job-store.ts'
import { findThread, saveThreadClosed } from './stores/thread-store.ts'

type Deps = Pick<FollowupDeps, 'enqueue' | 'now' | 'random' | 'log'>

/**
 * Nothing of the thread goes on: no send, no watch. Who waits for something of it is told directly. What is being sent this moment
 * is closed once it is known what became of it.
 */
export async function closeThread(deps: Deps, sql: Sql, key: ThreadKey, because: ThreadClosed): Promise<void> {
  const thread = await findThread(sql, key)
  if (thread === undefined) return
  await lockJob(sql, thread)
  await saveThreadClosed(sql, thread, because)
  for (const before of await followupsOfThread(sql, thread)) {
    const after = isIn(before, 'watching')
      ? stopWatching(before, because, deps.now())
      : cancel(before, undefined, deps.now())
    if (after === undefined) continue
    const recorded = await recordMoves(deps, sql, [{ before, after }])
    if (recorded.length > 0) await tellRequester(deps, sql, after, because)
  }
}

async function tellRequester(deps: Deps, sql: Sql, followup: Followup, because: ThreadClosed): Promise<void> {
  const { id, teamId, requesterId } = followup
  const postId = `${id}:thread-closed`
  const message = threadClosedMessage(followup, because)
  await sayOnce(deps, sql, { id: postId, teamId, channelId: requesterId, threadTs: null, followupId: id, message })
}
