import type { Sql } from '../../database/database.ts'
import { changePost } from '../../slack/change-post.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { watchOverMessage } from '../messages/watch-messages.ts'
import { homeOfWatcher, redrawHome } from '../redraw-home.ts'
import { isQuietWatch, isTold, type WatchLook } from '../rules/job-watch.ts'
import { watchOverId } from '../rules/message-ids.ts'
import { sayOnce } from '../say-once.ts'
import { saveWatches } from '../stores/watch-store.ts'

/** Whoever waited to hear how the job ends is told directly, in the transaction in which that is noted: so never twice. */
export async function tellWatchers(deps: FollowupDeps, sql: Sql, looks: WatchLook[]): Promise<void> {
  const news = looks.filter(look => !isQuietWatch(look))
  if (news.length === 0) return
  const there = await saveWatches(
    sql,
    news.flatMap(({ before, next }) => (next ? [] : [before])),
    news.flatMap(({ next }) => next ?? [])
  )
  const told = news.flatMap(({ before, over }) =>
    over && there.has(before.id) ? [{ watch: before, message: watchOverMessage(before, over) }] : []
  )
  const [late, first] = [told.filter(({ watch }) => isTold(watch)), told.filter(({ watch }) => !isTold(watch))]
  const posts = first.map(({ watch, message }) => ({
    id: watchOverId(watch.id),
    teamId: watch.teamId,
    channelId: watch.userId,
    threadTs: null,
    followupId: null,
    message
  }))
  await sayOnce(deps, sql, ...posts)
  for (const { watch } of first) await redrawHome(deps, sql, homeOfWatcher(watch))
  for (const { watch, message } of late) {
    const postId = watchOverId(watch.id)
    await changePost(sql, postId, message)
    await deps.enqueue(sql, 'refresh-direct', { postId })
  }
}
