import type { Sql } from '../database/database.ts'
import { changeFollowups } from './change-followup.ts'
import type { FollowupDeps } from './followup-deps.ts'
import { cancel } from './model/decide-send.ts'
import { stopWatching } from './model/decide-watch.ts'
import { type Followup, isIn, mayWriteToRequester, type ThreadKey } from './model/followup.ts'
import { directId } from './model/message-ids.ts'
import type { ThreadClosed } from './model/progress.ts'
import { followupsOfThread } from './stores/followup-store.ts'
import { findThread, saveThreadClosed } from './stores/thread-store.ts'
import { threadClosed } from './views/answers.ts'
import { showOnce } from './views/schedule-views.ts'

/** What is being sent right now is closed once its outcome is known. */
export async function closeThread(deps: FollowupDeps, sql: Sql, key: ThreadKey, because: ThreadClosed): Promise<void> {
  const thread = await findThread(sql, key)
  if (thread === undefined) return
  const moves = await changeFollowups(deps, sql, thread, {
    load: () => followupsOfThread(sql, thread),
    change: (followup, { nowMs }) =>
      isIn(followup, 'watching') ? stopWatching(followup, because, nowMs) : cancel(followup, { reason: because }, nowMs)
  })
  await saveThreadClosed(sql, thread, because)
  for (const { after } of moves) if (mayWriteToRequester(after)) await tellRequester(deps, sql, after, because)
}

async function tellRequester(deps: FollowupDeps, sql: Sql, followup: Followup, because: ThreadClosed): Promise<void> {
  const { id, teamId, channelId, requesterId } = followup
  // Whoever has left a private channel hears no more than that their own words were not sent.
  const seen = isIn(followup, 'dropped') ? {} : { seenIn: channelId }
  await showOnce(deps, sql, {
    id: directId(`${id}:closed`),
    teamId,
    channelId: requesterId,
    threadTs: null,
    followupId: id,
    message: { ...threadClosed(followup, because), ...seen }
  })
}
