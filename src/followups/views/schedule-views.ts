import type { Sql } from '../../database/database.ts'
import { addViews, type View, wordsOf } from '../../slack/view-store.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { type Followup, isInThread, type JobKey, type MaybeThread, type ThreadKey } from '../model/followup.ts'
import { homeId, isHome, isResult, type MessageKind, markId, messageId, type Notice } from '../model/message-ids.ts'
import { findHold, threadsInLine } from '../stores/line-store.ts'

export function viewAbout(
  { id, teamId, channelId, threadTs }: Pick<Followup, 'id' | 'teamId' | 'channelId' | 'threadTs'>,
  kind: MessageKind
): View {
  const message: View['message'] = kind !== 'card' && threadTs === null ? { awaitsThread: true } : {}
  return { id: messageId(id, kind), teamId, channelId, threadTs, followupId: id, message }
}

export async function showOnce({ enqueue, now }: FollowupDeps, sql: Sql, ...views: View[]): Promise<void> {
  if (views.length === 0) return
  await addViews(sql, views, now())
  await enqueue(
    sql,
    'show',
    views.map(({ id, message }) => ({ viewId: id, isNew: isResult(id) || wordsOf({ message }) === undefined }))
  )
}

export type Stale = { viewId: string } | ThreadKey

export const cardOf = ({ teamId, channelId, threadTs }: MaybeThread): Stale | undefined =>
  threadTs === null ? undefined : { teamId, channelId, threadTs }

export const markOf = ({ teamId, channelId, replyTs: ts }: MarkedMessage): Stale | undefined =>
  ts === null ? undefined : { viewId: markId({ teamId, channelId, ts }) }

type MarkedMessage = Pick<Followup, 'teamId' | 'channelId' | 'replyTs'>

export const noticeAbout = ({ id }: Followup, notice: Notice): Stale => ({ viewId: messageId(id, notice) })

export const homeOf = ({ teamId, requesterId }: Pick<Followup, 'teamId' | 'requesterId'>): Stale => ({
  viewId: homeId({ teamId, userId: requesterId })
})

/** However much happens, a home is drawn no more often than this, unless its owner presses something in it. */
export const HOME_EVERY_MS = 10_000

/** Each view is drawn when it is shown, and only if it is there. */
export async function redraw({ enqueue }: FollowupDeps, sql: Sql, ...stale: (Stale | undefined)[]): Promise<void> {
  for (const view of stale)
    if (view)
      await enqueue(sql, 'show', view, 'viewId' in view && isHome(view.viewId) ? { everyMs: HOME_EVERY_MS } : {})
}

/** Each card in a job's line shows what holds the line up, and the notice of that says how many wait behind it. */
export async function redrawLine(deps: FollowupDeps, sql: Sql, job: JobKey): Promise<void> {
  await redraw(deps, sql, ...(await threadsInLine(sql, job)))
  const hold = await findHold(sql, job)
  if (hold && isInThread(hold.first)) await redraw(deps, sql, noticeAbout(hold.first, 'waiting'))
}

/** What enters the line shows only while the line is held. */
export async function showInLine(deps: FollowupDeps, sql: Sql, job: JobKey): Promise<void> {
  if (await findHold(sql, job)) await redrawLine(deps, sql, job)
}
