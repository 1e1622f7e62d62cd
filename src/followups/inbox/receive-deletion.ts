import { z } from 'zod'
import { storableText } from '../../database/storable-text.ts'
import { firstDeliveries } from '../../slack/delivery-store.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { threadOfAuthor } from '../model/followup.ts'
import { findByReply } from '../stores/followup-store.ts'
import { findUnread, receiveMessage } from '../stores/inbox-store.ts'
import { findThread } from '../stores/thread-store.ts'
import { deletedNameOf, isKnown, isSaidTo, nameOf, type ToStore } from './to-stored.ts'

const wasWritten = z.object({
  thread_ts: z.string().optional(),
  parent_user_id: z.string().optional(),
  text: storableText.default('')
})
const outsideThreads: z.output<typeof wasWritten> = { text: '' }

/** A message that has replies is not deleted: it becomes a tombstone above them. */
export const deletion = z.union([
  z
    .object({
      subtype: z.literal('message_deleted'),
      channel: z.string(),
      deleted_ts: z.string(),
      previous_message: wasWritten.optional()
    })
    .transform(({ deleted_ts: ts, previous_message: before, ...where }) => ({ ...where, ts, before })),
  z
    .object({
      subtype: z.literal('message_changed'),
      channel: z.string(),
      message: z.object({ subtype: z.literal('tombstone'), ts: z.string() })
    })
    .transform(({ message: { ts }, ...where }) => ({ ...where, ts, before: outsideThreads }))
])

export async function receiveDeletion(
  { database, enqueue, now, teamId, botUserId, projectId }: FollowupDeps,
  { channel: channelId, ts, before }: z.output<typeof deletion>
): Promise<ToStore | undefined> {
  const threadAt = (threadTs: string) => findThread(database, { teamId, channelId, threadTs })
  const bound = await threadAt(ts)
  if (bound) {
    const data = { teamId, channelId, threadTs: ts, because: 'card deleted' as const }
    // A process that serves the thread's project takes it from here.
    return { store: sql => enqueue(sql, 'close-thread', data, { projectId: bound.projectId }) }
  }
  const key = { teamId, channelId, ts }
  const mayBeKnown =
    before === undefined ||
    before.parent_user_id === botUserId ||
    isSaidTo(botUserId, channelId, before.text) ||
    (before.thread_ts !== undefined && (await threadAt(before.thread_ts)) !== undefined) ||
    (await isKnown(database, key))
  if (!mayBeKnown) return undefined
  return {
    async store(sql) {
      // Waits for a process that is storing the message right now. One not delivered before counts as delivered from now on.
      await firstDeliveries(sql, [nameOf(key)], now())
      const sent = await findByReply(sql, teamId, channelId, ts)
      const unread = await findUnread(sql, key)
      const userId = sent?.requesterId ?? unread?.userId
      // An edit of it may still be delivered.
      if (userId === undefined) return void (await firstDeliveries(sql, [deletedNameOf(key)], now()))
      const threadTs = unread?.threadTs ?? (sent && threadOfAuthor(sent)) ?? ts
      const nothing = { text: '', fileCount: 0 }
      const moment = { editedTs: (now() / 1_000).toFixed(6), writtenAtMs: now(), receivedAtMs: now() }
      await receiveMessage(sql, projectId, {
        ...key,
        threadTs,
        userId,
        userTeamId: teamId,
        ...nothing,
        ...moment,
        isDeleted: true
      })
      await enqueue(sql, 'read-message', key, { projectId: sent?.projectId })
    }
  }
}
