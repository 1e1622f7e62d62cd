import { z } from 'zod'
import { storableText } from '../../database/storable-text.ts'
import { isFirstDelivery } from '../../slack/delivery-store.ts'
import { messageTimeMs } from '../../slack/slack-text.ts'
import { parseReply } from '../rules/parse-reply.ts'
import { saveEdit } from '../stores/edit-store.ts'
import { findByReply } from '../stores/followup-store.ts'
import {
  type EventDeps,
  isBetweenPeople,
  isReplyInOurThread,
  isSaidTo,
  isStored,
  nameOf,
  type ToStore,
  threadReply,
  toReply
} from './to-reply.ts'

/** An edit of a reply that was not delivered yet stands in for it; later, something else is amiss. */
const EARLY_EDIT_MS = 10 * 60_000

/** Slack says the same of a message to which it added a preview: then the text has not changed. */
export const edit = z.object({
  subtype: z.literal('message_changed'),
  channel: z.string(),
  ts: z.string(),
  message: threadReply
    .omit({ channel: true })
    .extend({ thread_ts: z.string().optional(), edited: z.object({ ts: z.string() }).optional() }),
  previous_message: z.object({ text: storableText.default(''), edited: z.unknown().optional() }).optional()
})

/** What a reply says now is stored; a task finds out what that means for the follow-up. */
export async function receiveEdit(
  deps: EventDeps,
  { channel: channelId, ts: eventTs, message, previous_message: before }: z.output<typeof edit>
): Promise<ToStore | undefined> {
  const { enqueue, now, teamId, botUserId } = deps
  const { ts, thread_ts: threadTs = ts, text, edited } = message
  if (before?.text === text) return undefined
  const reply = { ...message, channel: channelId, thread_ts: threadTs }
  const key = { teamId, channelId, ts }
  const isSaidToBot = isSaidTo(botUserId, channelId, text)
  const wasSaidToBot = before !== undefined && isSaidTo(botUserId, channelId, before.text)
  const wasForUs = wasSaidToBot || (await isReplyInOurThread(deps, reply))
  if (!isSaidToBot && !wasForUs) return undefined
  // An aside, talk between people, or what was not to be sent for another reason, stays what it was.
  const wasInstruction =
    wasForUs &&
    before !== undefined &&
    parseReply(before.text, botUserId).kind === 'instruction' &&
    !isBetweenPeople(botUserId, channelId, before.text)
  const isFresh = wasInstruction && before.edited === undefined && now() - messageTimeMs(ts) < EARLY_EDIT_MS
  return {
    async store(sql) {
      const isEarly = isFresh && (await isFirstDelivery(sql, [nameOf(key)], now()))
      if (isEarly && !(await isStored(sql, key))) return toReply(deps, reply, { isSaidToBot })?.store(sql)
      if (!(await isStored(sql, key))) return
      // Of what is no longer for the agent, only that is kept.
      const isForAgent = !isBetweenPeople(botUserId, channelId, text) && parseReply(text, botUserId).kind !== 'too long'
      const edit = { text: isForAgent ? text : '//', editedTs: edited?.ts ?? eventTs }
      await saveEdit(sql, key, edit, { userId: message.user, threadTs })
      const sent = await findByReply(sql, teamId, channelId, ts)
      await enqueue(sql, 'change-reply', { ...key, editedTs: edit.editedTs }, { projectId: sent?.projectId })
    }
  }
}
