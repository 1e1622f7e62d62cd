import { z } from 'zod'
import { allOf, type Sql } from '../../database/database.ts'
import { createLane } from '../../database/lane.ts'
import { storableText } from '../../database/storable-text.ts'
import { firstDeliveries, knownDeliveries } from '../../slack/delivery-store.ts'
import { beginsWithMention, isDirect, messageTimeMs } from '../../slack/slack-text.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { jobNamedIn, read } from '../intent/read.ts'
import { type ThreadKey, threadOfAuthor } from '../model/followup.ts'
import { homeId } from '../model/message-ids.ts'
import { findByReply } from '../stores/followup-store.ts'
import { openHome } from '../stores/home-store.ts'
import { findUnread, type MessageKey, saveMessage } from '../stores/inbox-store.ts'
import { findThread } from '../stores/thread-store.ts'
import { redraw } from '../views/schedule-views.ts'

/** What a person writes in a thread, as Slack delivers it. */
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
  files: z.array(z.unknown()).default([]),
  /** A forwarded message is among them, with its words. */
  attachments: z.array(z.looseObject({ is_share: z.unknown() })).catch([])
})

type ThreadReply = z.output<typeof threadReply>

/** What is stored of an event, and another name by which a second delivery of the same thing is recognised. */
type ToStore = { alsoKnownAs?: string; store: (sql: Sql) => Promise<void> }

/** `editedTs` names its latest edit. */
function toStored(
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
      await saveMessage(sql, projectId, message)
      const sent = editedTs === ts ? undefined : await findByReply(sql, teamId, channelId, ts)
      await enqueue(sql, 'read-message', key, { projectId: sent?.projectId })
    }
  }
}

const fileCountOf = ({ files, attachments }: ThreadReply) =>
  files.length + attachments.filter(({ is_share }) => is_share === true).length

/** It is between people, or empty: nobody expects anything of it. */
function saysNothing(
  { botUserId }: FollowupDeps,
  data: ThreadReply,
  { isSaidToBot }: { isSaidToBot: boolean }
): boolean {
  const isEmpty = read(data.text, { botUserId }).kind === 'nothing' && fileCountOf(data) === 0 && !isSaidToBot
  return isEmpty || isBetweenPeople(botUserId, data.channel, data.text)
}

/** Written by somebody else in a thread of ours, below its first message. */
async function isReplyInOurThread(deps: FollowupDeps, message: ThreadReply): Promise<boolean> {
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
const isSaidTo = (botUserId: string, channelId: string, text: string): boolean =>
  isDirect(channelId) || beginsWithMention(text, botUserId)

/** It waits to be read, or became an instruction. */
const isKnown = async (sql: Sql, key: MessageKey): Promise<boolean> =>
  (await findUnread(sql, key)) !== undefined ||
  (await findByReply(sql, key.teamId, key.channelId, key.ts)) !== undefined

/** It was deleted before anything was known of it. */
const deletedNameOf = (key: MessageKey) => `deleted:${nameOf(key)}`

const nameOf = ({ teamId, channelId, ts }: MessageKey) => `message:${teamId}/${channelId}/${ts}`

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

async function receiveDeletion(
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
      await saveMessage(sql, projectId, {
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

/** Slack says the same of a message to which it added a preview: then the text has not changed. */
const edit = z.object({
  subtype: z.literal('message_changed'),
  channel: z.string(),
  ts: z.string(),
  message: threadReply
    .omit({ channel: true })
    .extend({ thread_ts: z.string().optional(), edited: z.object({ ts: z.string() }).optional() }),
  previous_message: z.object({ text: storableText.default('') }).optional()
})

/** What a message says now is read as if it had just been written, unless it was sent. */
async function receiveEdit(
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

const envelope = z.object({ event_id: z.string(), event: z.looseObject({ type: z.string() }) })

/** Undefined for what means nothing to us, like most of what is said in a channel: it costs no write. */
type Receive = (deps: FollowupDeps, event: unknown) => Promise<ToStore | undefined>

type Received = ToStore & { names: string[] }

/**
 * Stores what an event means to us before Slack gets its acknowledgement, with others that come meanwhile. `events` has a handler
 * for each type.
 */
export function createReceiver(deps: FollowupDeps, events: Record<string, Receive>): (body: unknown) => Promise<void> {
  const storeTogether = createLane((received: Received[]) => storeReceived(deps, received))
  return async body => {
    const { success, data } = envelope.safeParse(body)
    const toStore = success ? await events[data.event.type]?.(deps, data.event) : undefined
    if (!success || toStore === undefined) return
    const names = [`event:${data.event_id}`, ...(toStore.alsoKnownAs ? [toStore.alsoKnownAs] : [])]
    await storeTogether({ ...toStore, names })
  }
}

const storeReceived = ({ database, now }: FollowupDeps, received: Received[]): Promise<Received[]> =>
  database.transaction(async sql => {
    const unseen = await firstDeliveries(sql, [...new Set(received.flatMap(({ names }) => names))], now())
    const fresh = received.filter(({ names }) => names.filter(name => unseen.delete(name)).length === names.length)
    // New messages do not depend on one another; what became of a message is told of one that is stored.
    const isNew = ({ alsoKnownAs }: Received) => alsoKnownAs !== undefined
    await allOf(fresh.filter(isNew).map(({ store }) => store(sql)))
    for (const { store } of fresh.filter(event => !isNew(event))) await store(sql)
    return received
  })

/** Anything that a person writes, in a thread or not. */
const written = threadReply.extend({ thread_ts: z.string().optional() })

const directMessage = z.object({ channel_type: z.literal('im') })

export async function receiveMessage(deps: FollowupDeps, event: unknown): Promise<ToStore | undefined> {
  const { data: gone } = deletion.safeParse(event)
  if (gone) return receiveDeletion(deps, gone)
  const { data: edited } = edit.safeParse(event)
  if (edited) return receiveEdit(deps, edited)
  const reply = await receiveReply(deps, event)
  return reply ?? (directMessage.safeParse(event).success ? receiveMention(deps, event) : undefined)
}

async function receiveReply(deps: FollowupDeps, event: unknown): Promise<ToStore | undefined> {
  const { data } = threadReply.safeParse(event)
  if (data === undefined || !(await isReplyInOurThread(deps, data))) return undefined
  return saysNothing(deps, data, { isSaidToBot: false }) ? undefined : toStored(deps, data)
}

/**
 * Said to the bot outside its threads. In one of them it is a reply, which Slack delivers as a message as well. Talk about the bot
 * is looked at only if it names a job: it may have been meant for the agent.
 */
export async function receiveMention(deps: FollowupDeps, event: unknown): Promise<ToStore | undefined> {
  const { data } = written.safeParse(event)
  if (data === undefined) return undefined
  const message = { ...data, thread_ts: data.thread_ts ?? data.ts }
  const isOwn = message.user === deps.botUserId || message.user === 'USLACKBOT'
  if (isOwn || (await isReplyInOurThread(deps, message))) return undefined
  const isSaidToBot = isSaidTo(deps.botUserId, message.channel, message.text)
  const isForBot = isSaidToBot || jobNamedIn(message.text) !== undefined
  return isForBot && !saysNothing(deps, message, { isSaidToBot }) ? toStored(deps, message) : undefined
}

const homeOpened = z.object({ user: z.string(), tab: z.literal('home') })

/** Somebody looks at their home: from now on it is kept up to date. */
export const receiveHomeOpened: Receive = async (deps, event) => {
  const { data } = homeOpened.safeParse(event)
  if (data === undefined) return undefined
  const person = { teamId: deps.teamId, userId: data.user }
  return {
    async store(sql) {
      await openHome(sql, person, deps.now())
      await redraw(deps, sql, { viewId: homeId(person) })
    }
  }
}
