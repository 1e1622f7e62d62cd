import { z } from 'zod'
import type { Sql } from '../../database/database.ts'
import { storableText } from '../../database/storable-text.ts'
import { beginsWithMention, isDirect, messageTimeMs } from '../../slack/slack-text.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { read } from '../intent/read.ts'
import type { ThreadKey } from '../model/followup.ts'
import { findByReply } from '../stores/followup-store.ts'
import { findUnread, type MessageKey, receiveMessage } from '../stores/inbox-store.ts'
import { findThread } from '../stores/thread-store.ts'

/** What a person writes in a thread, as Slack delivers it. */
export const threadReply = z.object({
  channel: z.string(),
  ts: z.string(),
  thread_ts: z.string(),
  user: z.string(),
  text: storableText.default(''),
  subtype: z.enum(['file_share', 'thread_broadcast']).optional(),
  bot_id: z.undefined().optional(),
  parent_user_id: z.string().optional(),
  /** For a reply that is also sent to the channel, only this field tells whose message it answers. */
  root: z.object({ user: z.string().optional() }).optional().catch(undefined),
  team: z.string().optional(),
  user_team: z.string().optional(),
  files: z.array(z.unknown()).default([]),
  /** A forwarded message is among them, with its words. */
  attachments: z.array(z.looseObject({ is_share: z.unknown() })).catch([])
})

type ThreadReply = z.output<typeof threadReply>

/** What is stored of an event, and another name by which a second delivery of the same thing is recognised. */
export type ToStore = { alsoKnownAs?: string; store: (sql: Sql) => Promise<void> }

/** `editedTs` names its latest edit. */
export function toStored(
  { enqueue, now, teamId, botUserId, projectId }: FollowupDeps,
  data: ThreadReply,
  editedTs = data.ts
): ToStore {
  const { channel: channelId, ts, thread_ts: threadTs, user: userId, text: written } = data
  const key = { teamId, channelId, ts }
  // Nothing is kept of what is only for people.
  const text = isBetweenPeople(botUserId, channelId, written) ? '//' : written
  const message = {
    ...key,
    threadTs,
    userId,
    userTeamId: data.user_team ?? data.team ?? teamId,
    text,
    fileCount: fileCountOf(data),
    isDeleted: false,
    editedTs,
    writtenAtMs: messageTimeMs(editedTs),
    receivedAtMs: now()
  }
  return {
    alsoKnownAs: nameOf(key),
    async store(sql) {
      await receiveMessage(sql, projectId, message)
      const sent = editedTs === ts ? undefined : await findByReply(sql, teamId, channelId, ts)
      await enqueue(sql, 'read-message', key, { projectId: sent?.projectId })
    }
  }
}

const fileCountOf = ({ files, attachments }: ThreadReply) =>
  files.length + attachments.filter(({ is_share }) => is_share === true).length

/** It is between people, or empty: nobody expects anything of it. */
export function saysNothing(
  { botUserId }: FollowupDeps,
  data: ThreadReply,
  { isSaidToBot }: { isSaidToBot: boolean }
): boolean {
  const isEmpty = read(data.text, { botUserId }).kind === 'nothing' && fileCountOf(data) === 0 && !isSaidToBot
  return isEmpty || isBetweenPeople(botUserId, data.channel, data.text)
}

/** Written by somebody else in a thread of ours, below its first message. */
export async function isReplyInOurThread(deps: FollowupDeps, message: ThreadReply): Promise<boolean> {
  const { channel: channelId, ts, thread_ts: threadTs, user, parent_user_id: parentId, root } = message
  if (ts === threadTs || user === deps.botUserId || user === 'USLACKBOT') return false
  return isOurThread(deps, { teamId: deps.teamId, channelId, threadTs }, parentId ?? root?.user)
}

/** Under a message of ours, whether or not it is bound yet; or bound to our project, when Slack does not say whose it is. */
async function isOurThread(
  { database, botUserId, projectId }: FollowupDeps,
  key: ThreadKey,
  authorId: string | undefined
): Promise<boolean> {
  if (authorId === botUserId) return true
  const thread = await findThread(database, key)
  return thread !== undefined && (authorId === undefined || thread.projectId === projectId)
}

/** It begins with `//` or, where others may read it, by mentioning somebody else. */
const isBetweenPeople = (botUserId: string, channelId: string, text: string): boolean =>
  read(text, { botUserId }).kind === 'aside' ||
  (/^[\s\p{Cf}]*<[@!]/u.test(text) && !beginsWithMention(text, botUserId) && !isDirect(channelId))

/** In a direct message, everything is said to the bot. */
export const isSaidTo = (botUserId: string, channelId: string, text: string): boolean =>
  isDirect(channelId) || beginsWithMention(text, botUserId)

/** It waits to be read, or became an instruction. */
export const isKnown = async (sql: Sql, key: MessageKey): Promise<boolean> =>
  (await findUnread(sql, key)) !== undefined ||
  (await findByReply(sql, key.teamId, key.channelId, key.ts)) !== undefined

/** It was deleted before anything was known of it. */
export const deletedNameOf = (key: MessageKey) => `deleted:${nameOf(key)}`

export const nameOf = ({ teamId, channelId, ts }: MessageKey) => `message:${teamId}/${channelId}/${ts}`
