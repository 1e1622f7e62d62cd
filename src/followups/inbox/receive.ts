import { z } from 'zod'
import { allOf, type Sql } from '../../database/database.ts'
import { createLane } from '../../database/lane.ts'
import { storableText } from '../../database/storable-text.ts'
import { forwardedFiles, forwardedWords, forwardsSchema, sharedFiles, withForwards } from '../../slack/attachments.ts'
import { firstDeliveries } from '../../slack/delivery-store.ts'
import { beginsWithMention, isDirect, messageTimeMs } from '../../slack/slack-text.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { jobNamedIn, read } from '../intent/read.ts'
import { isIn } from '../model/followup.ts'
import { homeId, type MessageKey } from '../model/message-ids.ts'
import { findByReply } from '../stores/followup-store.ts'
import { openHome } from '../stores/home-store.ts'
import { findUnread, lockMessage, type Message, saveMessage, wasRead } from '../stores/inbox-store.ts'
import { findThread } from '../stores/thread-store.ts'
import { redraw } from '../views/schedule-views.ts'

/** `alsoKnownAs` is another name by which a second delivery of the same thing is recognised. */
type ToStore = { alsoKnownAs?: string; store: (sql: Sql) => Promise<void> }

/** Undefined for what means nothing to us, like most of what is said in a channel: it costs no write. */
type Receive = (deps: FollowupDeps, event: unknown, atMs: number) => Promise<ToStore | undefined>

const envelope = z.object({
  event_id: z.string(),
  event_time: z.number().default(0),
  event: z.looseObject({ type: z.string() })
})

type Received = ToStore & { names: string[] }

/** Slack gets its acknowledgement only once the event is stored. */
export function createReceiver(deps: FollowupDeps, events: Record<string, Receive>): (body: unknown) => Promise<void> {
  const storeTogether = createLane((received: Received[]) => storeReceived(deps, received))
  return async body => {
    const { success, data } = envelope.safeParse(body)
    const toStore = success ? await events[data.event.type]?.(deps, data.event, 1_000 * data.event_time) : undefined
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

/** Slack leaves it out or writes null. */
const known = z
  .string()
  .nullish()
  .transform(said => said ?? undefined)

const written = z.object({
  channel: z.string(),
  ts: z.string(),
  thread_ts: known,
  user: z.string(),
  text: storableText.nullish().transform(said => said ?? ''),
  subtype: z.enum(['file_share', 'thread_broadcast']).nullish(),
  bot_id: z.null().optional(),
  parent_user_id: known,
  /** For a reply that is also sent to the channel, only this field tells whose message it answers. */
  root: z.object({ user: z.string().optional() }).optional().catch(undefined),
  team: known,
  user_team: known,
  files: sharedFiles,
  attachments: forwardsSchema,
  edited: z.object({ ts: z.string() }).nullish()
})

type Written = z.output<typeof written>

export const receiveMessage: Receive = async (deps, event) => {
  const { data: gone } = deletion.safeParse(event)
  if (gone) return receiveDeletion(deps, gone)
  const { data: edited } = edit.safeParse(event)
  if (edited) return receiveEdit(deps, edited)
  const { data } = written.safeParse(event)
  if (data === undefined) return undefined
  const to = await addresseeOf(deps, data)
  if (to === undefined || to === 'people' || saysNothing(deps, data, to)) return undefined
  const message = toMessage(deps, data)
  // If Slack told of the mention first, that came without its files.
  return to === 'bot' && data.files.length > 0 ? changeStored(deps, message) : toStored(deps, message)
}

/** Delivered as a message as well, if the bot was there already. Talk about the bot may have been meant for the agent if it names a job. */
export const receiveMention: Receive = async (deps, event) => {
  const { data } = written.safeParse(event)
  // Of each edit of a mention Slack tells as of a mention, too.
  if (data === undefined || data.edited) return undefined
  const to = await addresseeOf(deps, data)
  const isForUs = to === 'bot' || (to === 'people' && jobNamedIn(data.text) !== undefined)
  if (!isForUs || saysNothing(deps, data, to)) return undefined
  // Older than the same message in whatever other way it comes: Slack may leave the files out here.
  return toStored(deps, { ...toMessage(deps, data), editedTs: '' })
}

type Addressee = 'thread' | 'bot' | 'people'

/** To whom somebody speaks; undefined if the bot does, or Slack. In a direct message, everything is said to the bot. */
async function addresseeOf(deps: FollowupDeps, data: Written): Promise<Addressee | undefined> {
  const { botUserId } = deps
  if (data.user === botUserId || data.user === 'USLACKBOT') return undefined
  if (await isInOurThread(deps, data)) return 'thread'
  return isSaidTo(botUserId, data.channel, data.text) ? 'bot' : 'people'
}

const isSaidTo = (botUserId: string, channelId: string, text: string): boolean =>
  isDirect(channelId) || beginsWithMention(text, botUserId)

/** Below a message of ours, whether or not it is bound yet; or in a thread of our project, where Slack does not say whose it is. */
async function isInOurThread(
  { database, teamId, botUserId, projectId }: FollowupDeps,
  data: Pick<Written, 'channel' | 'ts' | 'thread_ts' | 'parent_user_id' | 'root'>
): Promise<boolean> {
  const { channel: channelId, ts, thread_ts: threadTs = ts, parent_user_id: authorId = data.root?.user } = data
  if (ts === threadTs || authorId === botUserId) return ts !== threadTs
  const thread = await findThread(database, { teamId, channelId, threadTs })
  return thread !== undefined && (authorId === undefined || thread.projectId === projectId)
}

type ReceivedMessage = Omit<Message, 'receivedAtMs' | 'isAnswered'>

function toMessage(deps: FollowupDeps, data: Written, editedTs = data.ts): ReceivedMessage {
  const { channel: channelId, ts, thread_ts: threadTs = ts, user: userId } = data
  return {
    teamId: deps.teamId,
    channelId,
    ts,
    threadTs,
    userId,
    userTeamId: data.user_team ?? data.team ?? deps.teamId,
    // Nothing is kept of what is only for people.
    ...(isBetweenPeople(deps.botUserId, data)
      ? { text: '//', files: [] }
      : { text: wordsOf(deps.botUserId, data), files: filesOf(data) }),
    isDeleted: false,
    editedTs,
    writtenAtMs: messageTimeMs(editedTs)
  }
}

const toStored = (deps: FollowupDeps, message: ReceivedMessage): ToStore => ({
  alsoKnownAs: nameOf(message),
  store: sql => storeMessage(deps, sql, message)
})

async function storeMessage(
  { enqueue, now, projectId }: FollowupDeps,
  sql: Sql,
  message: ReceivedMessage
): Promise<void> {
  const { teamId, channelId, ts } = message
  const owner = await saveMessage(sql, projectId, { ...message, receivedAtMs: now() })
  if (owner) await enqueue(sql, 'read-message', { teamId, channelId, ts }, { owner })
}

const filesOf = ({ files, attachments }: Bringing) => [...files, ...forwardedFiles(attachments)]

const TAKES_FORWARDS = ['follow up', 'nothing', 'thanks', 'not a job id', 'several jobs']

/** A word for the bot means what it means whatever was forwarded with it. */
const wordsOf = (botUserId: string, { text, attachments }: Written): string =>
  TAKES_FORWARDS.includes(read(text, { botUserId }).kind) ? withForwards(text, attachments) : text

/** It is between people, or empty: nobody expects anything of it. */
const saysNothing = ({ botUserId }: FollowupDeps, data: Written, to: Addressee): boolean =>
  (to !== 'bot' && read(wordsOf(botUserId, data), { botUserId }).kind === 'nothing' && filesOf(data).length === 0) ||
  isBetweenPeople(botUserId, data)

/** It begins with `//` or, where others may read it, by mentioning somebody else. */
const isBetweenPeople = (botUserId: string, { channel, text }: Written): boolean =>
  read(text, { botUserId }).kind === 'aside' ||
  (/^[\s\p{Cf}]*<[@!]/u.test(text) && !beginsWithMention(text, botUserId) && !isDirect(channel))

const nameOf = ({ teamId, channelId, ts }: MessageKey) => `message:${teamId}/${channelId}/${ts}`

const wasWritten = written
  .pick({ thread_ts: true, parent_user_id: true, text: true, files: true, attachments: true })
  .extend({ user: known })

const edit = z.object({
  subtype: z.literal('message_changed'),
  channel: z.string(),
  ts: z.string(),
  message: written.omit({ channel: true }),
  previous_message: wasWritten.optional()
})

async function receiveEdit(
  deps: FollowupDeps,
  { channel, ts: eventTs, message, previous_message: before }: z.output<typeof edit>
): Promise<ToStore | undefined> {
  const isSameText = before?.text === message.text
  // Slack also says so when it has added a preview. Removing a file or a forward must not send what was refused or has ended.
  const key = { teamId: deps.teamId, channelId: channel, ts: message.ts }
  if (isSameText && !(hasLost(before, message) && (await isOnItsWay(deps, key)))) return undefined
  const data = { ...message, channel }
  const to = await addresseeOf(deps, data)
  const wasSaidToBot = before ? isSaidTo(deps.botUserId, channel, before.text) : await isKnown(deps, key)
  if (to === undefined || (to === 'people' && !wasSaidToBot)) return undefined
  const said = to === 'people' ? { ...data, text: '//' } : data
  // Removing a file does not change when the words were written.
  const writtenTs = message.edited?.ts ?? (isSameText ? message.ts : eventTs)
  const editedTs = isSameText ? eventTs : writtenTs
  return changeStored(deps, { ...toMessage(deps, said, editedTs), writtenAtMs: messageTimeMs(writtenTs) })
}

/** Its follow-up is not over, or it has not been answered yet: it may even come after this. */
async function isOnItsWay({ database }: FollowupDeps, key: MessageKey): Promise<boolean> {
  const followup = await findByReply(database, key)
  const unread = await findUnread(database, key)
  if (unread) return !unread.isAnswered
  return followup ? !isIn(followup, 'dropped', 'ended') : !(await wasRead(database, key))
}

const isKnown = async ({ database }: FollowupDeps, key: MessageKey): Promise<boolean> =>
  (await findUnread(database, key)) !== undefined || (await findByReply(database, key)) !== undefined

type Bringing = Pick<Written, 'files' | 'attachments'>

/** Its author has removed a file, or a forward. */
const hasLost = (before: Bringing, now: Bringing): boolean =>
  broughtBy(before).some(part => !broughtBy(now).includes(part))

const broughtBy = (bringing: Bringing): string[] =>
  [forwardedWords(bringing.attachments), ...filesOf(bringing).map(({ url }) => url)].filter(part => part !== '')

const gone = { channel: z.string(), previous_message: wasWritten.optional() }

/** A message that has replies is not deleted: it becomes a tombstone above them. */
const deletion = z.union([
  z
    .object({ subtype: z.literal('message_deleted'), deleted_ts: z.string(), ...gone })
    .transform(({ deleted_ts: ts, ...rest }) => ({ ts, ...rest })),
  z
    .object({
      subtype: z.literal('message_changed'),
      message: z.object({ subtype: z.literal('tombstone'), ts: z.string() }),
      ...gone
    })
    .transform(({ message: { ts }, ...rest }) => ({ ts, ...rest }))
])

async function receiveDeletion(
  deps: FollowupDeps,
  { channel: channelId, ts, previous_message: before }: z.output<typeof deletion>
): Promise<ToStore | undefined> {
  const { database, enqueue, now, teamId, botUserId } = deps
  const bound = await findThread(database, { teamId, channelId, threadTs: ts })
  if (bound) {
    const data = { teamId, channelId, threadTs: ts, because: 'card deleted' as const }
    // A process that serves the thread's project takes it from here.
    return { store: sql => enqueue(sql, 'close-thread', data, { owner: bound.projectId }) }
  }
  const key = { teamId, channelId, ts }
  const mayBeKnown =
    before === undefined ||
    isSaidTo(botUserId, channelId, before.text) ||
    (await isInOurThread(deps, { ...before, channel: channelId, ts })) ||
    (await isKnown(deps, key))
  if (!mayBeKnown) return undefined
  return changeStored(deps, {
    ...key,
    threadTs: before?.thread_ts ?? ts,
    userId: before?.user ?? '',
    userTeamId: teamId,
    text: '',
    files: [],
    isDeleted: true,
    editedTs: (now() / 1_000).toFixed(6),
    writtenAtMs: now()
  })
}

/** What a message says now is read as if it had just been written, unless it was sent. */
const changeStored = (deps: FollowupDeps, message: ReceivedMessage): ToStore => ({
  async store(sql) {
    // Waits for a process that is storing the message right now. One that comes later is older.
    await firstDeliveries(sql, [nameOf(message)], deps.now())
    await lockMessage(sql, message)
    await storeMessage(deps, sql, message)
  }
})

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

const removed = z.object({ tokens: z.object({ bot: z.array(z.string()).default([]) }).optional() })

/** Slack no longer lets the bot in. What was asked for since is for an installation of its own: this may be delivered late. */
export const receiveRemoval: Receive = async (deps, event, atMs) => {
  const { data } = removed.safeParse(event)
  if (data === undefined || data.tokens?.bot.includes(deps.botUserId) === false) return undefined
  return {
    async store(sql) {
      deps.log.error(
        {},
        'The app was removed from Slack, or its token revoked: nothing is sent or watched any more. `npm run forget -- --everything` deletes what is stored; to go on, install the app again'
      )
      // Clocks differ, and nothing new begins within a minute.
      for (const owner of deps.projectIds) await deps.enqueue(sql, 'end-all', { untilMs: atMs + 60_000 }, { owner })
    }
  }
}
