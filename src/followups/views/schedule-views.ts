import type { Sql } from '../../database/database.ts'
import { addViews, type View, wordsOf } from '../../slack/view-store.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { type Followup, isInThread, isSameThread, type JobKey, type ThreadPlace } from '../model/followup.ts'
import type { JobWatch } from '../model/job-watch.ts'
import { isResult, type MessageKind, markId, messageId } from '../model/message-ids.ts'
import { findHold, threadsInLine } from '../stores/hold-store.ts'
import { homeId, type Person } from '../stores/home-store.ts'

// What is to be shown, or to show something else. What it shows is drawn when it is shown.

/** A card, or what is said about a follow-up in its thread, also before that is there. */
export function viewAbout(
  { id, teamId, channelId, threadTs }: Pick<Followup, 'id' | 'teamId' | 'channelId' | 'threadTs'>,
  kind: MessageKind
): View {
  const message: View['message'] = kind !== 'card' && threadTs === null ? { awaitsThread: true } : {}
  return { id: messageId(id, kind), teamId, channelId, threadTs, followupId: id, message }
}

/** Messages that are posted to Slack once, however often they are asked for under the same id. */
export async function showOnce({ enqueue, now }: FollowupDeps, sql: Sql, ...views: View[]): Promise<void> {
  if (views.length === 0) return
  await addViews(sql, views, now())
  await enqueue(
    sql,
    'show',
    views.map(({ id, message }) => ({ viewId: id, isNew: isResult(id) || wordsOf({ message }) === undefined }))
  )
}

/** The mark on the message that holds it is stale, if there is one. */
export async function redrawMark(
  { enqueue }: FollowupDeps,
  sql: Sql,
  { teamId, channelId, replyTs: ts }: Pick<Followup, 'teamId' | 'channelId' | 'replyTs'>
): Promise<void> {
  if (ts !== null) await enqueue(sql, 'show', { viewId: markId({ teamId, channelId, ts }) })
}

/** The cards of these threads are stale: each is redrawn once. */
export async function redrawCards({ enqueue }: FollowupDeps, sql: Sql, places: ThreadPlace[]): Promise<void> {
  const once = places.filter((place, at) => places.findIndex(other => isSameThread(other, place)) === at)
  for (const { teamId, channelId, threadTs } of once)
    if (threadTs !== null) await enqueue(sql, 'show', { teamId, channelId, threadTs })
}

/** Whoever waits in a job's line is shown for what, and what is held for how many. */
export async function redrawLine(deps: FollowupDeps, sql: Sql, job: JobKey): Promise<void> {
  await redrawCards(deps, sql, await threadsInLine(sql, job))
  const hold = await findHold(sql, job)
  if (hold && isInThread(hold.first)) await deps.enqueue(sql, 'show', { viewId: messageId(hold.first.id, 'held') })
}

/** Something entered the line: that shows only while the line is held. */
export async function showInLine(deps: FollowupDeps, sql: Sql, job: JobKey): Promise<void> {
  if (await findHold(sql, job)) await redrawLine(deps, sql, job)
}

/** However much happens, a home is drawn no more often than this, unless its owner presses something in it. */
export const HOME_EVERY_MS = 10_000

/** Somebody's home; when it was drawn last, unless they have never opened it. */
export type HomeOf = Person & { shownAtMs: number | null | undefined }

export const homeOf = ({ teamId, requesterId, homeShownAtMs }: Followup): HomeOf => ({
  teamId,
  userId: requesterId,
  shownAtMs: homeShownAtMs
})

export const homeOfWatcher = ({ teamId, userId, homeShownAtMs }: JobWatch): HomeOf => ({
  teamId,
  userId,
  shownAtMs: homeShownAtMs
})

/** It is stale. All that changes before it may be drawn again is shown at once. */
export async function redrawHome(
  { enqueue, now }: FollowupDeps,
  sql: Sql,
  { teamId, userId, shownAtMs }: HomeOf
): Promise<void> {
  if (shownAtMs === null || shownAtMs === undefined) return
  const atMs = shownAtMs + HOME_EVERY_MS
  const viewId = homeId({ teamId, userId })
  await enqueue(sql, 'show', { viewId }, atMs <= now() ? {} : { atMs, taskId: `${viewId}:${shownAtMs}` })
}
