import type { Sql } from '../database/database.ts'
import type { FollowupDeps } from './followup-deps.ts'
import { watchOverMessage } from './messages/watch-messages.ts'
import { homeOfWatcher, redrawHome } from './redraw-home.ts'
import { isQuietWatch, type WatchLook } from './rules/job-watch.ts'
import { watchOverId } from './rules/message-ids.ts'
import { sayOnce } from './say-once.ts'
import { saveWatches } from './stores/watch-store.ts'

type Deps = Pick<FollowupDeps, 'enqueue' | 'now'>

/** Whoever waited to hear how the job ends is told directly, in the transaction in which that is forgotten: so never twice. */
export async function tellWatchers(deps: Deps, sql: Sql, looks: WatchLook[]): Promise<void> {
  const news = looks.filter(look => !isQuietWatch(look))
  if (news.length === 0) return
  const over = news.flatMap(({ next, over }) => (over ? [{ watch: next, over }] : []))
  await saveWatches(
    sql,
    over.map(({ watch }) => watch),
    news.flatMap(({ next, over }) => (over ? [] : [next]))
  )
  const posts = over.map(({ watch, over }) => ({
    id: watchOverId(watch.id),
    teamId: watch.teamId,
    channelId: watch.userId,
    threadTs: null,
    followupId: null,
    message: watchOverMessage(watch, over)
  }))
  await sayOnce(deps, sql, ...posts)
  for (const { watch } of over) await redrawHome(deps, sql, homeOfWatcher(watch))
}
