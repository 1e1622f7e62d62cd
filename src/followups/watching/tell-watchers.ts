import type { Sql } from '../../database/database.ts'
import { changeWords } from '../../slack/view-store.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { isQuietWatch, isTold, type WatchLook } from '../model/job-watch.ts'
import { homeId, watchOverId } from '../model/message-ids.ts'
import { saveWatches } from '../stores/watch-store.ts'
import { redraw, showOnce } from '../views/schedule-views.ts'
import { watchOverMessage } from '../views/watches.ts'

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
  const views = first.map(({ watch, message }) => ({
    id: watchOverId(watch.id),
    teamId: watch.teamId,
    channelId: watch.userId,
    threadTs: null,
    followupId: null,
    message
  }))
  await showOnce(deps, sql, ...views)
  await redraw(deps, sql, ...first.map(({ watch }) => ({ viewId: homeId(watch) })))
  for (const { watch, message } of late) {
    const viewId = watchOverId(watch.id)
    await changeWords(sql, viewId, message)
    await redraw(deps, sql, { viewId })
  }
}
