import type { Sql } from '../../database/database.ts'
import { addViews, type View, wordsOf } from '../../slack/view-store.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import type { Followup, MaybeThread, ThreadKey } from '../model/followup.ts'
import { homeId, isHome, isResult, type MessageKind, markId, messageId } from '../model/message-ids.ts'

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

export const noticeAbout = ({ id }: Followup, notice: MessageKind): Stale => ({ viewId: messageId(id, notice) })

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
