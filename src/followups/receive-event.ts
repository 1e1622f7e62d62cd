import { z } from 'zod'
import type { Sql } from '../database/database.ts'
import { storableText } from '../database/storable-text.ts'
import { isFirstDelivery } from '../slack/delivery-store.ts'
import type { FollowupDeps } from './followup-deps.ts'
import { findByReply } from './followup-store.ts'
import { findThread } from './thread-store.ts'

type Deps = Pick<FollowupDeps, 'database' | 'enqueue' | 'now' | 'teamId' | 'botUserId'>

const envelope = z.object({ event_id: z.string(), event: z.looseObject({ type: z.string() }) })

const threadReply = z.object({
  channel: z.string(),
  ts: z.string(),
  thread_ts: z.string(),
  user: z.string(),
  text: storableText.default(''),
  subtype: z.enum(['file_share', 'thread_broadcast']).optional(),
  bot_id: z.undefined().optional(),
  parent_user_id: z.string().optional(),
  team: z.string().optional(),
  user_team: z.string().optional(),
  files: z.array(z.unknown()).default([])
})

const deletion = z.object({ subtype: z.literal('message_deleted'), channel: z.string(), deleted_ts: z.string() })

const mention = z.object({
  channel: z.string(),
  user: z.string(),
  thread_ts: z.string().optional(),
  bot_id: z.undefined().optional()
})

type Receive = (deps: Deps, sql: Sql, event: unknown) => Promise<void>

/** Events that the app listens to → what is stored for each, before Slack is told that it arrived. */
export const events: Record<string, Receive> = { message: receiveMessage, app_mention: receiveMention }

export async function receiveEvent(deps: Deps, body: unknown): Promise<void> {
  const { success, data } = envelope.safeParse(body)
  const receive = success ? events[data.event.type] : undefined
  if (!success || receive === undefined) return
  await deps.database.transaction(async sql => {
    if (await isFirstDelivery(sql, [`event:${data.event_id}`], deps.now())) await receive(deps, sql, data.event)
  })
}

const directMessage = z.object({
  channel: z.string(),
  channel_type: z.literal('im'),
  user: z.string(),
  thread_ts: z.undefined().optional(),
  subtype: z.undefined().optional(),
  bot_id: z.undefined().optional()
})

/** Of all that is said only people's replies in our threads are kept, what they say to the bot directly, and that a message is gone. */
async function receiveMessage(deps: Deps, sql: Sql, event: unknown): Promise<void> {
  const { data: gone } = deletion.safeParse(event)
  if (gone) return receiveDeletion(deps, sql, gone.channel, gone.deleted_ts)
  if (directMessage.safeParse(event).success) return receiveMention(deps, sql, event)
  return receiveReply(deps, sql, event)
}

async function receiveDeletion({ enqueue, teamId }: Deps, sql: Sql, channelId: string, ts: string): Promise<void> {
  const isCard = (await findThread(sql, { teamId, channelId, threadTs: ts })) !== undefined
  const isReply = (await findByReply(sql, teamId, channelId, ts)) !== undefined
  if (isCard || isReply) await enqueue(sql, 'withdraw-message', { teamId, channelId, ts })
}

async function receiveReply({ enqueue, now, teamId, botUserId }: Deps, sql: Sql, event: unknown): Promise<void> {
  const { data: reply } = threadReply.safeParse(event)
  if (reply === undefined || reply.thread_ts === reply.ts || reply.user === botUserId || reply.user === 'USLACKBOT')
    return
  const { channel: channelId, ts, thread_ts: threadTs, user: userId, text, files } = reply
  // The thread of a card that was posted a moment ago may not be bound yet.
  const isOurs =
    reply.parent_user_id === botUserId || (await findThread(sql, { teamId, channelId, threadTs })) !== undefined
  if (!isOurs || !(await isFirstDelivery(sql, [`message:${teamId}/${channelId}/${ts}`], now()))) return
  const userTeamId = reply.user_team ?? reply.team ?? teamId
  await enqueue(sql, 'forward-reply', {
    reply: { teamId, channelId, threadTs, ts, userId, userTeamId, text, fileCount: files.length }
  })
}

async function receiveMention({ enqueue }: Deps, sql: Sql, event: unknown): Promise<void> {
  const { data } = mention.safeParse(event)
  if (data === undefined) return
  await enqueue(sql, 'answer-mention', { channelId: data.channel, userId: data.user, threadTs: data.thread_ts })
}
