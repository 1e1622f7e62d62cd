import { z } from 'zod'
import type { Sql } from '../database/database.ts'
import { storableText } from '../database/storable-text.ts'
import { isFirstDelivery } from '../slack/delivery-store.ts'
import { mentions, messageTimeMs, withoutLeadingMention } from '../slack/slack-text.ts'
import type { FollowupDeps } from './followup-deps.ts'
import type { ThreadKey } from './rules/followup.ts'
import { parseCommand } from './rules/parse-command.ts'
import { parseReply } from './rules/parse-reply.ts'
import { findEdit, saveEdit } from './stores/edit-store.ts'
import { findByReply } from './stores/followup-store.ts'
import { insertReply, isReplyOpen, type ReplyKey } from './stores/reply-store.ts'
import { findThread } from './stores/thread-store.ts'

export type EventDeps = Pick<FollowupDeps, 'database' | 'enqueue' | 'now' | 'teamId' | 'botUserId' | 'projectId'>

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
  /** For a reply that is also sent to the channel, only this field tells whose message it answers. */
  root: z.object({ user: z.string().optional() }).optional().catch(undefined),
  team: z.string().optional(),
  user_team: z.string().optional(),
  files: z.array(z.unknown()).default([])
})

/** An edit of a reply that was not delivered yet stands in for it; later, something else is amiss. */
const EARLY_EDIT_MS = 10 * 60_000

const wasWritten = z.object({
  thread_ts: z.string().optional(),
  parent_user_id: z.string().optional(),
  text: storableText.default('')
})
const outsideThreads: z.output<typeof wasWritten> = { text: '' }

/** A message that has replies is not deleted: it becomes a tombstone above them. */
const deletion = z.union([
  z
    .object({
      subtype: z.literal('message_deleted'),
      channel: z.string(),
      channel_type: z.string().optional(),
      deleted_ts: z.string(),
      previous_message: wasWritten.optional()
    })
    .transform(({ deleted_ts: ts, previous_message: before, ...where }) => ({ ...where, ts, before })),
  z
    .object({
      subtype: z.literal('message_changed'),
      channel: z.string(),
      channel_type: z.string().optional(),
      message: z.object({ subtype: z.literal('tombstone'), ts: z.string() })
    })
    .transform(({ message: { ts }, ...where }) => ({ ...where, ts, before: outsideThreads }))
])

/** Of a message that shows a preview since, too: then the text is the same. */
const edit = z.object({
  subtype: z.literal('message_changed'),
  channel: z.string(),
  channel_type: z.string().optional(),
  ts: z.string(),
  message: threadReply
    .omit({ channel: true })
    .extend({ thread_ts: z.string().optional(), edited: z.object({ ts: z.string() }).optional() }),
  previous_message: z.object({ text: storableText.default(''), edited: z.unknown().optional() }).optional()
})

/** What is stored of an event, and another name by which a second delivery of the same thing is recognised. */
type ToStore = { alsoKnownAs?: string; store: (sql: Sql) => Promise<void> }

/** Undefined for what means nothing to us, like most of what is said in a channel: it costs no write. */
export type Receive = (deps: EventDeps, event: unknown) => Promise<ToStore | undefined>

/** Stores what the event means to us before Slack gets its acknowledgement. `events` has a handler for each type. */
export async function receiveEvent(deps: EventDeps, events: Record<string, Receive>, body: unknown): Promise<void> {
  const { success, data } = envelope.safeParse(body)
  const toStore = success ? await events[data.event.type]?.(deps, data.event) : undefined
  if (!success || toStore === undefined) return
  const names = [`event:${data.event_id}`, ...(toStore.alsoKnownAs ? [toStore.alsoKnownAs] : [])]
  await deps.database.transaction(async sql => {
    if (await isFirstDelivery(sql, names, deps.now())) await toStore.store(sql)
  })
}

/** Anything that a person writes, in a thread or not. */
const written = threadReply.extend({ thread_ts: z.string().optional() })

const directMessage = z.object({ channel_type: z.literal('im'), thread_ts: z.undefined().optional() })

export async function receiveMessage(deps: EventDeps, event: unknown): Promise<ToStore | undefined> {
  const { data: gone } = deletion.safeParse(event)
  if (gone) return receiveDeletion(deps, gone)
  const { data: edited } = edit.safeParse(event)
  if (edited) return receiveEdit(deps, edited)
  if (directMessage.safeParse(event).success) return receiveMention(deps, event)
  return receiveReply(deps, event)
}

async function receiveDeletion(
  { database, enqueue, now, teamId, botUserId }: EventDeps,
  { channel: channelId, channel_type: channelType, ts, before }: z.output<typeof deletion>
): Promise<ToStore | undefined> {
  const threadAt = (threadTs: string) => findThread(database, { teamId, channelId, threadTs })
  const bound = await threadAt(ts)
  if (bound) {
    const data = { teamId, channelId, threadTs: ts, because: 'card deleted' as const }
    // A process that serves the thread's project takes it from here.
    return { store: sql => enqueue(sql, 'close-thread', data, undefined, bound.projectId) }
  }
  const key = { teamId, channelId, ts }
  const mayBeReply =
    before === undefined ||
    before.parent_user_id === botUserId ||
    isSaidTo(botUserId, channelType, before.text) ||
    (before.thread_ts !== undefined && (await threadAt(before.thread_ts)) !== undefined) ||
    (await isStored(database, key))
  if (!mayBeReply) return undefined
  return {
    async store(sql) {
      // Waits for a process that is storing the reply right now. One not delivered before counts as delivered from now on.
      const isFirst = await isFirstDelivery(sql, [nameOf(key)], now())
      if (isFirst && !(await isStored(sql, key))) return
      const sent = await findByReply(sql, teamId, channelId, ts)
      await enqueue(sql, 'withdraw-reply', key, undefined, sent?.projectId)
    }
  }
}

/** What a reply says now is stored; a task finds out what that means for the follow-up. */
async function receiveEdit(
  deps: EventDeps,
  {
    channel: channelId,
    channel_type: channelType,
    ts: eventTs,
    message,
    previous_message: before
  }: z.output<typeof edit>
): Promise<ToStore | undefined> {
  const { enqueue, now, teamId, botUserId } = deps
  const { ts, thread_ts: threadTs = ts, text, edited } = message
  if (before?.text === text) return undefined
  const reply = { ...message, channel: channelId, thread_ts: threadTs }
  const key = { teamId, channelId, ts }
  const isSaidToBot = isSaidTo(botUserId, channelType, `${before?.text} ${text}`)
  if (!isSaidToBot && !(await isFromPerson(deps, reply))) return undefined
  // An aside, or what was not to be sent for another reason, stays what it was.
  const wasInstruction = before !== undefined && parseReply(before.text, botUserId).kind === 'instruction'
  const isFresh = wasInstruction && before.edited === undefined && now() - messageTimeMs(ts) < EARLY_EDIT_MS
  return {
    async store(sql) {
      const isEarly = isFresh && (await isFirstDelivery(sql, [nameOf(key)], now()))
      if (isEarly && !(await isStored(sql, key))) return toReply(deps, reply, { isSaidToBot })?.store(sql)
      if (!(await isStored(sql, key))) return
      // Of what is no longer for the agent, only that is kept.
      const isForAgent = !['aside', 'too long'].includes(parseReply(text, botUserId).kind)
      const edit = { text: isForAgent ? text : '//', editedTs: edited?.ts ?? eventTs }
      await saveEdit(sql, key, edit, { userId: message.user, threadTs })
      const sent = await findByReply(sql, teamId, channelId, ts)
      await enqueue(sql, 'change-reply', key, undefined, sent?.projectId)
    }
  }
}

/** In a direct message everything is. */
const isSaidTo = (botUserId: string, channelType: string | undefined, text: string): boolean =>
  channelType === 'im' || mentions(text, botUserId)

const isStored = async (sql: Sql, key: ReplyKey): Promise<boolean> =>
  (await isReplyOpen(sql, key)) ||
  (await findByReply(sql, key.teamId, key.channelId, key.ts)) !== undefined ||
  (await findEdit(sql, key)) !== undefined

async function receiveReply(deps: EventDeps, event: unknown): Promise<ToStore | undefined> {
  const { data } = threadReply.safeParse(event)
  if (data === undefined || !(await isFromPerson(deps, data))) return undefined
  return toReply(deps, data, { isSaidToBot: false })
}

/** Written in a thread of ours by somebody else. */
async function isFromPerson(deps: EventDeps, message: z.output<typeof threadReply>): Promise<boolean> {
  const { channel: channelId, ts, thread_ts: threadTs, user, parent_user_id: parentId, root } = message
  if (ts === threadTs || user === deps.botUserId || user === 'USLACKBOT') return false
  return isOurThread(deps, { teamId: deps.teamId, channelId, threadTs }, parentId ?? root?.user)
}

function toReply(
  { enqueue, now, teamId, projectId, botUserId }: EventDeps,
  data: z.output<typeof threadReply>,
  { isSaidToBot }: { isSaidToBot: boolean }
): ToStore | undefined {
  const { channel: channelId, ts, thread_ts: threadTs, user: userId, text, files } = data
  const { kind } = parseReply(text, botUserId)
  if (kind === 'aside' || (kind === 'empty' && files.length === 0 && !isSaidToBot)) return undefined
  const userTeamId = data.user_team ?? data.team ?? teamId
  const key = { teamId, channelId, ts }
  const request = isSaidToBot ? parseCommand(withoutLeadingMention(text, botUserId)) : undefined
  const named = request?.kind === 'send' ? { projectId, jobId: request.jobId } : null
  const reply = {
    ...key,
    threadTs,
    userId,
    userTeamId,
    text,
    fileCount: files.length,
    receivedAtMs: now(),
    isLetThrough: false,
    named
  }
  return {
    alsoKnownAs: nameOf(key),
    async store(sql) {
      await insertReply(sql, { ...reply, isInstruction: kind === 'instruction' })
      await enqueue(sql, 'forward-reply', key)
    }
  }
}

/** Under a message of ours, whether or not it is bound yet; or bound to our project, when Slack does not say whose it is. */
async function isOurThread(
  { database, botUserId, projectId }: EventDeps,
  key: ThreadKey,
  authorId: string | undefined
): Promise<boolean> {
  if (authorId === botUserId) return true
  const thread = await findThread(database, key)
  return thread !== undefined && (authorId === undefined || thread.projectId === projectId)
}

const nameOf = ({ teamId, channelId, ts }: ReplyKey) => `message:${teamId}/${channelId}/${ts}`

/** Said to the bot outside its threads. In one of them it is a reply, which Slack delivers as a message as well. */
export async function receiveMention(deps: EventDeps, event: unknown): Promise<ToStore | undefined> {
  const { data } = written.safeParse(event)
  if (data === undefined) return undefined
  const message = { ...data, thread_ts: data.thread_ts ?? data.ts }
  const isOwn = message.user === deps.botUserId || message.user === 'USLACKBOT'
  if (isOwn || (await isFromPerson(deps, message))) return undefined
  return toReply(deps, message, { isSaidToBot: true })
}
