import { LockTaken } from '../../database/database.ts'
import { TransientError } from '../../errors.ts'
import type { SlackMessage } from '../../slack/blocks.ts'
import { firstDeliveries, knownDeliveries } from '../../slack/delivery-store.ts'
import { MOST_CHARACTERS } from '../../slack/files.ts'
import { beginsWithMention, isDirect, messageTimeMs } from '../../slack/slack-text.ts'
import { isPosting } from '../../slack/view-store.ts'
import { changeFollowups } from '../change-followup.ts'
import { checkPermissionOnce } from '../check-permission.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { type Intent, idAlone, isWord, jobNamedIn, read, type ThreadWord } from '../intent/read.ts'
import { AFTER_SEND, cancel, takeBack } from '../model/decide-send.ts'
import {
  type Followup,
  hasArrived,
  isCancelledByMessage,
  isIn,
  isSent,
  mayHaveArrived,
  type ThreadKey
} from '../model/followup.ts'
import type { MessageKey } from '../model/message-ids.ts'
import { isCancelled } from '../model/progress.ts'
import { DEFAULTS, MUTED, REPLIES, type Replies } from '../model/setting.ts'
import { findByReply } from '../stores/followup-store.ts'
import { forgottenKey } from '../stores/forget-store.ts'
import { closeMessage, findUnread, type Message, openMessage, startTriesAnew } from '../stores/inbox-store.ts'
import { findChoice, choose as saveChoice, threadScope } from '../stores/setting-store.ts'
import type { Thread } from '../stores/thread-store.ts'
import { agentHasEarlier, answer, answerAtOnce, helpMessage, isToAnswer, notDone, notSent } from '../views/answers.ts'
import { cardOf, redraw, showOnce } from '../views/schedule-views.ts'
import {
  answerMessage,
  GIVE_BACK_AFTER_MS,
  passOver,
  refusalFor,
  sendMessage,
  tellAuthorOf,
  threadOf
} from './settle-message.ts'
import { guardWords, understand } from './understand.ts'

export async function readMessage(deps: FollowupDeps, key: MessageKey): Promise<void> {
  await readOpen(deps, key).catch(async error => {
    if (error instanceof LockTaken) await startTriesAnew(deps.database, key)
    throw error
  })
}

/** What was not sent of it is cancelled first, so that its present words count as if they had just been written. */
async function readOpen(deps: FollowupDeps, key: MessageKey): Promise<void> {
  const opened = await openMessage(deps.database, deps.projectId, key, deps.now())
  if (opened === undefined) return
  const before = await cancelUnsent(deps, opened)
  if (before === 'read elsewhere') return
  if (before && isIn(before, 'sending')) throw new TransientError('What is being sent was changed', AFTER_SEND)
  // Slack may not say whose message was deleted.
  const message = { ...opened, text: await named(deps, opened), userId: before?.requesterId ?? opened.userId }
  const isOver = before && isIn(before, 'dropped') && !isCancelledByMessage(before)
  // Slack tells of a mention twice, and of a file that was removed: what was refused meanwhile stays so.
  if (isOver && message.writtenAtMs <= before.writtenAtMs) return passOver(deps, message)
  if (before && (message.isDeleted ? isSent(before) : mayHaveArrived(before)))
    return answerChange(deps, message, before)
  if (message.isDeleted || (!before && (await isForgotten(deps, message)))) return passOver(deps, message)
  return isOver && isCancelled(before.progress) ? answerChange(deps, message, before) : receive(deps, message)
}

/** Whether it was sent is no longer known: of an edit, or of a mention, which Slack tells of more than once. */
async function isForgotten({ database }: FollowupDeps, message: Message): Promise<boolean> {
  const { ts, editedTs, files, receivedAtMs } = message
  if (editedTs === ts && files.length === 0) return false
  if (receivedAtMs - messageTimeMs(ts) > 24 * 3_600_000) return true
  return (await knownDeliveries(database, [forgottenKey(message)])).length > 0
}

const isEdited = ({ ts, editedTs }: Message) => editedTs > ts

/** With people by their names. Nobody is looked up for somebody who may not use the bot. */
async function named(deps: FollowupDeps, message: Message): Promise<string> {
  const { text, channelId, isDeleted } = message
  if (isDeleted || !MENTION.test(text) || (await checkPermissionOnce(deps, message))) return text
  return deps.nameMentions(text, channelId)
}

const MENTION = /<[@#]/

/** What another process made of the same words a moment ago stays. */
function cancelUnsent(deps: FollowupDeps, message: Message): Promise<Followup | 'read elsewhere' | undefined> {
  return deps.database.transaction(async sql => {
    const found = await findByReply(sql, message)
    if (found === undefined) return undefined
    let isUnread = true
    const [move] = await changeFollowups(deps, sql, found, {
      // Sent again, the message belongs to another one than a moment ago.
      load: async () => {
        isUnread = (await findUnread(sql, message))?.editedTs === message.editedTs
        return isUnread ? [(await findByReply(sql, message)) ?? found] : []
      },
      change: (followup, { nowMs }) => {
        if (message.isDeleted) return takeBack(followup, nowMs)
        return mayHaveArrived(followup) ? undefined : cancel(followup, {}, nowMs)
      }
    })
    if (!isUnread) return 'read elsewhere'
    return move?.after ?? findByReply(sql, message)
  })
}

const wordsOf = (intent: Intent) => (intent.kind === 'follow up' ? intent.prompt : '')

/** It was sent with other words, or somebody cancelled it: its author reads why the new ones do not go out, and can send them. */
async function answerChange(deps: FollowupDeps, message: Message, before: Followup): Promise<void> {
  const { jobId, projectId, progress, requesterId } = before
  const intent = read(message.text, { botUserId: deps.botUserId, jobId })
  const words = wordsOf(intent)
  const neverSent = isCancelled(progress) && !mayHaveArrived(before)
  if (neverSent && intent.kind === 'aside') return passOver(deps, message)
  const secret = await guardWords(deps, message, 'message', message.text)
  if (secret) return answerMessage(deps, message, secret)
  if (neverSent)
    return answerMessage(deps, message, notSent({ words, jobId, projectId }, 'cancelled', requesterId, progress))
  const { prompt, brought } = before
  const toSend = namesOf(message).filter(name => !brought?.unsent?.includes(name))
  const late = toSend.filter(name => !prompt.includes(headOf(name)))
  // Slack tells of a mention twice, the first time perhaps without its files.
  const isWithout = late.length > 0 && (!isEdited(message) || words === prompt)
  if (isWithout && hasArrived(before)) return answerMessage(deps, message, answer('files too late', late))
  const [first] = toSend
  const haveGone = late.length === 0 && toSend.length === (prompt.match(HEADS)?.length ?? 0)
  const isSame =
    !isIn(before, 'dropped') &&
    !isWithout &&
    (words === prompt ||
      (!isEdited(message) && message.files.length > 0) ||
      (first !== undefined && haveGone && prompt.startsWith(`${words}\n\n${headOf(first)}`)))
  return isSame ? passOver(deps, message) : answerMessage(deps, message, agentHasEarlier(before, words, late))
}

async function receive(deps: FollowupDeps, message: Message): Promise<void> {
  const { database, botUserId } = deps
  const { teamId, channelId, text } = message
  // Asked first, so that a card bound in between is still found.
  const cardIsOnItsWay = await isPosting(database, teamId, channelId)
  const thread = await threadOf(deps, message)
  const intent = read(text, { botUserId, jobId: thread?.jobId })
  if (intent.kind === 'aside' || (intent.kind === 'thanks' && message.files.length === 0))
    return passOver(deps, message)
  if (thread) return receiveReply(deps, message, thread, intent)
  const isInThread = message.threadTs !== message.ts
  const mayBeBound = cardIsOnItsWay && deps.now() - message.receivedAtMs < GIVE_BACK_AFTER_MS
  if (isInThread && mayBeBound) throw new TransientError('The thread of a reply is not bound yet')
  const secret = await guardWords(deps, message, 'message', text)
  if (secret) return answerMessage(deps, message, secret)
  // What the bot wrote there may be about another project's job of the same id.
  if (isInThread && isDirect(channelId) && deps.projectIds.length > 1 && 'job' in intent && intent.job)
    return answerMessage(deps, message, answer('not below this'))
  // A sentence that names no job is for the job of its thread, and this thread has none.
  const hasNoJob = isInThread && intent.kind === 'follow up' && intent.job === undefined
  if (beginsWithMention(text, botUserId) || (isDirect(channelId) && !hasNoJob)) return act(deps, message, intent)
  const jobId = text.includes(`<@${botUserId}`) ? jobNamedIn(text) : undefined
  if (jobId !== undefined) return answerTalk(deps, message, answer('begin with me', jobId))
  return isInThread ? answerMessage(deps, message, answer('no job here')) : passOver(deps, message)
}

async function receiveReply(deps: FollowupDeps, message: Message, thread: Thread, intent: Intent): Promise<void> {
  const { projectId } = deps
  const { jobId, channelId, closedBecause } = thread
  if (!isWord(intent) && !(await isForAgent(deps, message.text, thread)))
    return answerTalk(deps, message, answer('only mentions'), thread)
  const secret = await guardWords(deps, message, 'message', message.text)
  if (secret) return answerMessage(deps, message, secret)
  const words = wordsOf(intent)
  if (thread.projectId !== projectId) {
    const why = ['other project', thread.projectId, projectId] as const
    return answerMessage(deps, message, words === '' ? notDone(...why) : notSent({ words }, ...why))
  }
  if (closedBecause !== null && words !== '')
    return answerMessage(deps, message, notSent({ words, jobId }, 'closed', channelId, closedBecause))
  return act(deps, message, intent, thread)
}

/** Whether a message is for the agent. If it begins by mentioning the bot, it is. */
async function isForAgent({ database, botUserId }: FollowupDeps, text: string, thread: ThreadKey): Promise<boolean> {
  const { teamId, channelId } = thread
  if (beginsWithMention(text, botUserId)) return true
  const chosen = await findChoice(database, teamId, [threadScope(thread), channelId], REPLIES)
  return (chosen ?? DEFAULTS.replies) === 'always'
}

/** It is between people, so nothing is sent. Its author is told, but not each time: it may have been meant for the agent. */
async function answerTalk(deps: FollowupDeps, message: Message, hint: SlackMessage, thread?: ThreadKey): Promise<void> {
  const { database, now } = deps
  const name = ['talk:', message.teamId, message.userId, ...(thread ? [threadScope(thread)] : [])].join('/')
  // An edit that took back what waited is always told.
  const tookBack = isEdited(message) && (await findByReply(database, message)) !== undefined
  if (!tookBack && (await knownDeliveries(database, [name])).length > 0) return passOver(deps, message)
  await answerMessage(deps, message, hint)
  // Only now: what Slack did not take is told by the next try.
  await firstDeliveries(database, [name], now())
}

/** What was said to the bot, or in the thread of a job, is answered, or goes to the agent. */
async function act(deps: FollowupDeps, message: Message, intent: Intent, thread?: Thread): Promise<void> {
  if (isGreeting(intent, thread)) {
    if (message.files.length > 0) return answerMessage(deps, message, answer('only files', namesOf(message)))
    return thread ? passOver(deps, message) : answerMessage(deps, message, helpMessage())
  }
  if (!thread && !isToAnswer(intent)) return answerMessage(deps, message, answerAtOnce(intent))
  const refused = await refusalFor(deps, message, wordsOf(intent))
  if (refused) return answerMessage(deps, message, refused)
  if (thread && intent.kind === 'thread word') return choose(deps, message, thread, intent.word)
  const meant = await understand(deps, { ...message, ownJobId: thread?.jobId }, intent)
  if ('blocks' in meant) return answerMessage(deps, message, meant)
  const brought = await readFiles(deps, message)
  const found = await guardWords(deps, message, 'file', [brought.words, ...brought.unsent].join('\n'))
  if (found) return answerMessage(deps, message, found)
  if (message.isAnswered)
    return answerMessage(deps, message, notSent({ ...meant, words: meant.prompt }, 'answered before'))
  const prompt = [meant.prompt, brought.words].filter(part => part !== '').join('\n\n')
  const isTaken = await sendMessage(deps, message, { ...meant, prompt }, brought.unsent, thread?.threadTs ?? null)
  if (isTaken && meant.byDefault) await tellAuthorOf(deps, message, answer('default job', meant.jobId))
}

/** What is in the files of text that came with it, and the names of all others. */
async function readFiles({ slack }: FollowupDeps, { files }: Message): Promise<{ words: string; unsent: string[] }> {
  const texts = await Promise.all(files.map(slack.fetchText))
  let left = MOST_CHARACTERS
  const read = files.map(({ name }, at) => {
    const text = texts[at]
    if (text === undefined || text.length > left) return { name }
    left -= text.length
    return { name, words: fenced(name, text) }
  })
  return {
    words: read.flatMap(({ words }) => words ?? []).join('\n\n'),
    unsent: read.flatMap(({ name, words }) => (words === undefined ? [name] : []))
  }
}

const HEADS = /(?:^|\n\n)File .*:\n```/g
const headOf = (name: string) => `File ${name.replace(/\s+/g, ' ')}:\n`

/** Nothing in the text ends its fence. */
function fenced(name: string, text: string): string {
  const marks = (text.match(/`+/g) ?? []).map(run => run.length)
  const fence = '`'.repeat(Math.max(3, 1 + Math.max(0, ...marks)))
  return `${headOf(name)}${fence}\n${text.replace(/\n$/, '')}\n${fence}`
}

const namesOf = ({ files }: Message) => files.map(({ name }) => name)

const isGreeting = (intent: Intent, thread: Thread | undefined) =>
  intent.kind === 'nothing' ||
  intent.kind === 'thanks' ||
  (thread === undefined && /^\p{L}+$/u.test(idAlone(intent) ?? ''))

async function choose(deps: FollowupDeps, message: Message, thread: Thread, word: ThreadWord): Promise<void> {
  if (word === 'only mentions' || word === 'every reply')
    return chooseReplies(deps, message, thread, word === 'every reply' ? 'always' : 'mention')
  const { userId: by, writtenAtMs: atMs } = message
  const chosen = { value: word === 'mute' ? 'yes' : 'no', atMs, by } as const
  const scope = `${threadScope(thread)}/${by}`
  const value = await deps.database.transaction(async sql => {
    await saveChoice(sql, { ...deps, scope }, MUTED, chosen)
    return findChoice(sql, thread.teamId, [scope], MUTED)
  })
  return answerMessage(deps, message, answer(value === 'yes' ? 'muted' : 'unmuted'))
}

async function chooseReplies(deps: FollowupDeps, message: Message, thread: Thread, value: Replies): Promise<void> {
  const { teamId, channelId, threadTs, jobId } = thread
  const words = answer('replies chosen', jobId, value)
  await deps.database.transaction(async sql => {
    if (!(await closeMessage(sql, message))) return
    const chosen = { value, atMs: message.writtenAtMs, by: message.userId }
    await saveChoice(sql, { ...deps, scope: threadScope(thread) }, REPLIES, chosen)
    const isLatest = (await findChoice(sql, teamId, [threadScope(thread)], REPLIES)) === value
    if (!isLatest) return
    const id = `${teamId}/${channelId}/${message.ts}:replies`
    await showOnce(deps, sql, { id, teamId, channelId, threadTs, followupId: null, message: words })
    await redraw(deps, sql, cardOf(thread))
  })
}
