import { z } from 'zod'
import { storableText } from '../../database/storable-text.ts'
import { firstDeliveries, knownDeliveries } from '../../slack/delivery-store.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import {
  deletedNameOf,
  isKnown,
  isReplyInOurThread,
  isSaidTo,
  nameOf,
  saysNothing,
  type ToStore,
  threadReply,
  toStored
} from './to-stored.ts'

/** Slack says the same of a message to which it added a preview: then the text has not changed. */
export const edit = z.object({
  subtype: z.literal('message_changed'),
  channel: z.string(),
  ts: z.string(),
  message: threadReply
    .omit({ channel: true })
    .extend({ thread_ts: z.string().optional(), edited: z.object({ ts: z.string() }).optional() }),
  previous_message: z.object({ text: storableText.default('') }).optional()
})

/** What a message says now is read as if it had just been written, unless it was sent. */
export async function receiveEdit(
  deps: FollowupDeps,
  { channel, ts: eventTs, message, previous_message: before }: z.output<typeof edit>
): Promise<ToStore | undefined> {
  const { botUserId, teamId, now } = deps
  const { ts, thread_ts: threadTs = ts, text, edited } = message
  if (before?.text === text) return undefined
  const written = { ...message, channel, thread_ts: threadTs }
  const key = { teamId, channelId: channel, ts }
  const isInThread = await isReplyInOurThread(deps, written)
  const isSaidToBot = !isInThread && isSaidTo(botUserId, channel, text)
  const wasSaidToBot = before !== undefined && isSaidTo(botUserId, channel, before.text)
  if (!isInThread && !isSaidToBot && !wasSaidToBot) return undefined
  const isForNobody = saysNothing(deps, written, { isSaidToBot }) || !(isInThread || isSaidToBot)
  return {
    async store(sql) {
      // The message itself, should it come later, is older.
      await firstDeliveries(sql, [nameOf(key)], now())
      if ((await knownDeliveries(sql, [deletedNameOf(key)])).length > 0) return
      if (isForNobody && !(await isKnown(sql, key))) return
      await toStored(deps, written, edited?.ts ?? eventTs).store(sql)
    }
  }
}
