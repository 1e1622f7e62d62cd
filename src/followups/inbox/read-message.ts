import type { Sql } from '../../database/database.ts'
import { TransientError } from '../../errors.ts'
import type { SlackMessage } from '../../slack/blocks.ts'
import { firstDeliveries, knownDeliveries } from '../../slack/delivery-store.ts'
import { beginsWithMention, isDirect, mentions, messageTimeMs } from '../../slack/slack-text.ts'
import { isPosting } from '../../slack/view-store.ts'
import { changeFollowups } from '../change-followup.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { type Intent, idAlone, isWord, jobNamedIn, namesItsJob, read } from '../intent/read.ts'
import { AFTER_SEND, cancel, takeBack } from '../model/decide-send.ts'
import { type Followup, type In, isIn, isSent, type ThreadKey } from '../model/followup.ts'
import { type MessageKey, repliesChosenId } from '../model/message-ids.ts'
import { MUTED, REPLIES, type Replies } from '../model/setting.ts'
import type { Thread } from '../model/thread.ts'
import { findByReply } from '../stores/followup-store.ts'
import { closeMessage, isStillUnread, type Message, openMessage } from '../stores/inbox-store.ts'
import { choose, findChoice, threadScope } from '../stores/setting-store.ts'
import { agentHasEarlier, answer, answerAtOnce, helpMessage, isToAnswer, notDone, notSent } from '../views/answers.ts'
import { showOnce } from '../views/schedule-views.ts'
import { guardWords } from './guard-words.ts'
import { answerMessage, passOver, refusalFor, sendMessage, tellAuthorOf, threadOf } from './settle-message.ts'
import { understand } from './understand.ts'

/** Whether a message is for the agent. In direct messages, and if it begins by mentioning the bot, it is. */
async function isForAgent(
  { database, botUserId, replies }: { database: Sql } & Pick<FollowupDeps, 'botUserId' | 'replies'>,
  text: string,
  thread: ThreadKey
): Promise<boolean> {
  const { teamId, channelId } = thread
  if (beginsWithMention(text, botUserId) || isDirect(channelId)) return true
  const chosen = await findChoice(database, teamId, [threadScope(thread), channelId], REPLIES)
  return (chosen?.value ?? replies) === 'always'
}

/** Which replies go to the agent from now on, in a whole thread: so everybody there reads it. */
async function chooseReplies(deps: FollowupDeps, message: Message, thread: Thread, value: Replies): Promise<void> {
  const { teamId, channelId, threadTs, jobId } = thread
  if (isDirect(channelId)) return answerMessage(deps, message, answer('always every reply'))
  const words = answer('replies chosen', jobId, value)
  await deps.database.transaction(async sql => {
    if (!(await closeMessage(sql, message))) return
    const scope = threadScope(thread)
    await choose(sql, { teamId, scope }, REPLIES, { value, by: message.userId, atMs: messageTimeMs(message.ts) })
    const id = repliesChosenId(message)
    await showOnce(deps, sql, { id, teamId, channelId, threadTs, followupId: null, message: words })
  })
}

/** Somebody spoke to the bot outside its threads, in a direct message or by mentioning it, in the words of a command. */
async function takeRequest(deps: FollowupDeps, message: Message, intent: Intent): Promise<void> {
  const { projectId, names } = deps
  if (intent.kind === 'thanks') return passOver(deps, message)
  if (isGreeting(intent))
    return answerMessage(deps, message, message.fileCount > 0 ? answer('only files') : helpMessage())
  if (!isToAnswer(intent)) return answerMessage(deps, message, answerAtOnce(intent))
  const refusal = await refusalFor(deps, message, intent.kind === 'instruct' ? intent.prompt : '')
  if (refusal) return answerMessage(deps, message, refusal)
  const text = await names.nameMentions(message.text, message.channelId)
  const meant = await understand(deps, message, read(text, deps))
  if ('blocks' in meant) return answerMessage(deps, message, meant)
  const { jobId, prompt, byDefault } = meant
  const isSent = await sendMessage(deps, message, { projectId, jobId, threadTs: null }, { prompt })
  if (isSent && byDefault) await tellAuthorOf(deps, message, answer('default job', jobId))
}

/** Nothing but the mention, or a single word. */
const isGreeting = (intent: Intent) => intent.kind === 'nothing' || /^\p{L}+$/u.test(idAlone(intent) ?? '')

/** It is between people, so nothing is sent. Its author is told, but not each time: it may have been meant for the agent. */
async function takeTalk(deps: FollowupDeps, message: Message, hint: SlackMessage, thread?: ThreadKey): Promise<void> {
  const { database, now } = deps
  const name = ['talk:', message.teamId, message.userId, ...(thread ? [thread.channelId, thread.threadTs] : [])].join(
    '/'
  )
  const wasTold = (await knownDeliveries(database, [name])).length > 0
  if (!wasTold) await tellAuthorOf(deps, message, hint)
  await passOver(deps, message)
  // Only now: what Slack did not take is told by the next try.
  if (!wasTold) await firstDeliveries(database, [name], now())
}

/**
 * Reads what a person wrote, as it says now: it was just written, edited or deleted. What was not sent of it is taken back before,
 * so that its present words count as if they had just been written; what was sent stays, and its author is told.
 */
export async function readMessage(deps: FollowupDeps, key: MessageKey): Promise<void> {
  const message = await openMessage(deps.database, key, deps.now())
  if (message === undefined) return
  const before = await takeBackUnsent(deps, message)
  if (before === 'read elsewhere') return
  if (before && isIn(before, 'sending')) throw new TransientError('What is being sent was changed', AFTER_SEND)
  if (before && isSent(before)) return tellWhatWasSent(deps, message, before)
  if (message.isDeleted || read(message.text, deps).kind === 'aside') return passOver(deps, message)
  if (before && isIn(before, 'cancelled') && !isTakenBackByMessage(before))
    return answerMessage(
      deps,
      message,
      notSent({ words: wordsOf(deps, message, before.jobId), jobId: before.jobId }, 'cancelled', before)
    )
  return actOn(deps, message)
}

/**
 * The instruction that it was, if it was one. It is not sent any more, unless it is too late for that. What another process made of
 * the same words a moment ago stays.
 */
function takeBackUnsent(deps: FollowupDeps, message: Message): Promise<Followup | 'read elsewhere' | undefined> {
  const { teamId, channelId, ts, isDeleted } = message
  return deps.database.transaction(async sql => {
    const found = await findByReply(sql, teamId, channelId, ts)
    if (found === undefined) return undefined
    let isUnread = true
    const [move] = await changeFollowups(deps, sql, found, {
      // Sent again, the message belongs to another one than a moment ago.
      load: async () => {
        isUnread = await isStillUnread(sql, message)
        return isUnread ? [(await findByReply(sql, teamId, channelId, ts)) ?? found] : []
      },
      change: (followup, { nowMs }) => (isDeleted ? takeBack(followup, nowMs) : cancel(followup, {}, nowMs))
    })
    if (!isUnread) return 'read elsewhere'
    return move?.after ?? findByReply(sql, teamId, channelId, ts)
  })
}

/** Nobody pressed a button, and no thread was closed. */
const isTakenBackByMessage = ({ progress }: In<'cancelled'>) =>
  progress.by === undefined && progress.because === undefined

/** What it says to an agent, if anything. */
function wordsOf({ botUserId }: FollowupDeps, { text }: Message, jobId: string): string {
  const intent = read(text, { botUserId, jobId })
  return intent.kind === 'instruct' ? intent.prompt : ''
}

/** Its author reads which words the agent has, and can send the new ones. */
async function tellWhatWasSent(deps: FollowupDeps, message: Message, sent: Followup): Promise<void> {
  const words = wordsOf(deps, message, sent.jobId)
  if (words === sent.prompt) return passOver(deps, message)
  return answerMessage(deps, message, guardWords(deps, 'message', words) ?? agentHasEarlier(sent, words))
}

/** A word for the bot, or an instruction for the agent. */
async function actOn(deps: FollowupDeps, message: Message): Promise<void> {
  const { database, botUserId } = deps
  // Asked first, so that a card bound in between is still found.
  const cardIsOnItsWay = await isPosting(database, message.teamId, message.channelId)
  const thread = await threadOf(deps, message)
  const intent = read(message.text, deps)
  if (thread !== undefined) {
    const isOwn = thread.threadTs !== message.threadTs
    return isOwn && namesItsJob(intent) ? takeRequest(deps, message, intent) : takeReply(deps, message, thread)
  }
  const isInThread = message.threadTs !== message.ts
  if (isInThread && cardIsOnItsWay) throw new TransientError('The thread of a reply is not bound yet')
  // A sentence that names no job is for the job of its thread, and this thread has none.
  const hasNoJob = isInThread && intent.kind === 'instruct' && intent.job === undefined
  if (beginsWithMention(message.text, botUserId) || (isDirect(message.channelId) && !hasNoJob))
    return takeRequest(deps, message, intent)
  if (isInThread && !mentions(message.text, botUserId)) return answerMessage(deps, message, answer('no job here'))
  return takeTalk(deps, message, answer('begin with me', jobNamedIn(message.text)))
}

async function takeReply(deps: FollowupDeps, message: Message, thread: Thread): Promise<void> {
  const { botUserId, projectId } = deps
  const { jobId, closedBecause } = thread
  const intent = read(message.text, { botUserId, jobId })
  if (!isWord(intent) && !(await isForAgent(deps, message.text, thread)))
    return takeTalk(deps, message, answer('only mentions'), thread)
  if (intent.kind === 'thanks') return passOver(deps, message)
  const words = intent.kind === 'instruct' ? intent.prompt : ''
  if (thread.projectId !== projectId)
    return answerMessage(
      deps,
      message,
      words === ''
        ? notDone('other project', thread.projectId, projectId)
        : notSent({ words }, 'other project', thread.projectId, projectId)
    )
  if (closedBecause !== null && words !== '')
    return answerMessage(deps, message, notSent({ words, jobId }, 'closed', thread.channelId, closedBecause))
  const refusal = await refusalFor(deps, message, words)
  if (refusal) return answerMessage(deps, message, refusal)
  if (intent.kind === 'nothing')
    return message.fileCount > 0 ? answerMessage(deps, message, answer('only files')) : passOver(deps, message)
  if (intent.kind === 'thread word') return takeWord(deps, message, thread, intent.word)
  const text = await deps.names.nameMentions(message.text, message.channelId)
  const meant = await understand(deps, { ...message, ownJobId: jobId }, read(text, { botUserId, jobId }))
  if ('blocks' in meant) return answerMessage(deps, message, meant)
  await sendMessage(deps, message, thread, meant)
}

async function takeWord(deps: FollowupDeps, message: Message, thread: Thread, word: string): Promise<void> {
  switch (word) {
    case 'only mentions':
      return chooseReplies(deps, message, thread, 'mention')
    case 'every reply':
      return chooseReplies(deps, message, thread, 'always')
    default:
      await setMuted(deps, thread, message, word === 'mute')
      return answerMessage(deps, message, answer(word === 'mute' ? 'muted' : 'unmuted'))
  }
}

async function setMuted({ database, now }: FollowupDeps, thread: Thread, { userId }: Message, isMuted: boolean) {
  const scope = `${threadScope(thread)}/${userId}`
  const chosen = { value: isMuted ? ('yes' as const) : undefined, by: userId, atMs: Math.round(now()) }
  await choose(database, { teamId: thread.teamId, scope }, MUTED, chosen)
}
