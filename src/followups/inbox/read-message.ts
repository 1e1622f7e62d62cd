import { TransientError } from '../../errors.ts'
import type { SlackMessage } from '../../slack/blocks.ts'
import { isPosting } from '../../slack/find-post.ts'
import { beginsWithMention, isDirect, mentions, withoutLeadingMention } from '../../slack/slack-text.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { guardWords } from '../guard-words.ts'
import { asksAbout } from '../intent/named-first.ts'
import { isAmount, jobNamedIn, parseCommand } from '../intent/parse-command.ts'
import { type BotWord, parseReply, parseReplyTo } from '../intent/parse-reply.ts'
import { answerAtOnce } from '../messages/answer-at-once.ts'
import { agentHasItMessage, cancelledBeforeMessage } from '../messages/not-sent-message.ts'
import {
  closedThreadMessage,
  helpMessage,
  noJobHereMessage,
  onlyFilesMessage,
  otherProjectMessage
} from '../messages/private-messages.ts'
import { tooLongMessage } from '../messages/refusal-messages.ts'
import {
  mutedMessage,
  namesOtherMessage,
  onlyMentionsMessage,
  onlyStopMessage,
  unmutedMessage
} from '../messages/reply-answers.ts'
import { beginWithMentionMessage } from '../messages/slip-messages.ts'
import { changeFollowup } from '../moves/change-followup.ts'
import { cancel, takeBack } from '../rules/decide-send.ts'
import { type Followup, type In, isIn } from '../rules/followup.ts'
import { withoutWhen } from '../rules/parse-when.ts'
import type { Thread } from '../rules/thread.ts'
import { findByReply } from '../stores/followup-store.ts'
import { type Message, type MessageKey, openMessage } from '../stores/inbox-store.ts'
import { setMuted } from '../stores/muted-store.ts'
import { chooseReplies, chooseWhen, isForAgent } from './choose-replies.ts'
import { findOtherJob, type OtherJob } from './find-other-job.ts'
import { answerMessage, passOver, refusalFor, sendMessage } from './settle-message.ts'
import { takeRequest } from './take-request.ts'
import { takeTalk } from './take-talk.ts'
import { threadOf } from './thread-of.ts'
import { answerQuestion, isInstruction, wordsOf } from './understand-command.ts'

/**
 * Reads what a person wrote, as it says now: it was just written, edited or deleted. What was not sent of it is taken back before,
 * so that its present words count as if they had just been written; what was sent stays, and its author is told.
 */
export async function readMessage(deps: FollowupDeps, key: MessageKey): Promise<void> {
  const message = await openMessage(deps.database, key, deps.now())
  if (message === undefined) return
  const before = await takeBackUnsent(deps, message)
  if (before && isIn(before, 'sending')) throw new TransientError('What is being sent was changed', SEND_IS_OVER)
  if (before && isIn(before, 'watching', 'finished', 'unwatched')) return tellWhatWasSent(deps, message, before)
  if (message.isDeleted || parseReply(message.text, deps.botUserId).kind === 'aside') return passOver(deps, message)
  if (before && isIn(before, 'cancelled') && !isTakenBackByMessage(before))
    return answerMessage(deps, message, cancelledBeforeMessage(before, wordsOfReply(deps, message)))
  return actOn(deps, message)
}

const SEND_IS_OVER = { retryAfterMs: 5_000 }

/** The instruction that it was, if it was one. It is not sent any more, unless it is too late for that. */
function takeBackUnsent(
  deps: FollowupDeps,
  { teamId, channelId, ts, isDeleted }: Message
): Promise<Followup | undefined> {
  return deps.database.transaction(async sql => {
    const found = await findByReply(sql, teamId, channelId, ts)
    if (found === undefined) return undefined
    const move = await changeFollowup(deps, sql, found, (followup, { nowMs }) =>
      isDeleted ? takeBack(followup, nowMs) : cancel(followup, {}, nowMs)
    )
    return move?.after ?? findByReply(sql, teamId, channelId, ts)
  })
}

/** Nobody pressed a button, and no thread was closed. */
const isTakenBackByMessage = ({ progress }: In<'cancelled'>) =>
  progress.by === undefined && progress.because === undefined

const wordsOfReply = ({ botUserId }: FollowupDeps, { text }: Message): string => {
  const meaning = parseReply(text, botUserId)
  return meaning.kind === 'instruction' ? meaning.prompt : ''
}

/** Its author reads which words the agent has, and can send the new ones. */
async function tellWhatWasSent(deps: FollowupDeps, message: Message, sent: Followup): Promise<void> {
  const meaning = parseReplyTo(sent.jobId, {
    text: message.text,
    botUserId: deps.botUserId,
    isRequest: message.threadTs === message.ts
  })
  const words = meaning.kind === 'instruction' ? meaning.prompt : ''
  if (words === sent.prompt) return passOver(deps, message)
  return answerMessage(deps, message, guardWords(deps, 'edit', words) ?? agentHasItMessage(sent, words))
}

/** A word for the bot, or an instruction for the agent. */
async function actOn(deps: FollowupDeps, message: Message): Promise<void> {
  const { database, botUserId } = deps
  // Asked first, so that a card bound in between is still found.
  const cardIsOnItsWay = await isPosting(database, message.teamId, message.channelId)
  const thread = await threadOf(deps, message)
  if (thread !== undefined) {
    const isOwn = thread.threadTs !== message.threadTs
    return isOwn && isForBot(message, botUserId) ? takeRequest(deps, message) : takeReply(deps, message, thread)
  }
  const isInThread = message.threadTs !== message.ts
  if (isInThread && cardIsOnItsWay) throw new TransientError('The thread of a reply is not bound yet')
  // A sentence that names no job is for the job of its thread, and this thread has none.
  const hasNoJob = isInThread && parseCommand(message.text).kind === 'sentence'
  if (beginsWithMention(message.text, botUserId) || (isDirect(message.channelId) && !hasNoJob))
    return takeRequest(deps, message)
  if (isInThread && !mentions(message.text, botUserId)) return answerMessage(deps, message, noJobHereMessage())
  return takeTalk(deps, message, beginWithMentionMessage(jobNamedIn(message.text)))
}

const COMMANDS = new Set(['list', 'status', 'watch', 'send', 'word', 'link', 'linked', 'several jobs'])

/** Under their own message, people can write commands, and name a job, as they can outside a thread. */
function isForBot({ text }: Message, botUserId: string): boolean {
  if (parseReply(text, botUserId).kind !== 'instruction') return false
  const command = parseCommand(withoutLeadingMention(text, botUserId))
  return COMMANDS.has(command.kind) && !(command.kind === 'send' && isAmount(command.jobId))
}

async function takeReply(deps: FollowupDeps, message: Message, thread: Thread): Promise<void> {
  const written = parseReply(message.text, deps.botUserId)
  if (written.kind !== 'word' && !(await isForAgent(deps, message.text, thread)))
    return takeTalk(deps, message, onlyMentionsMessage(), thread)
  if (written.kind === 'chatter') return passOver(deps, message)
  const words = written.kind === 'instruction' ? written.prompt : ''
  if (thread.projectId !== deps.projectId) {
    return answerMessage(deps, message, otherProjectMessage(thread.projectId, deps.projectId, words))
  }
  if (thread.closedBecause !== null && words !== '') {
    return answerMessage(deps, message, closedThreadMessage(thread.jobId, thread.closedBecause, words))
  }
  const refusal = await refusalFor(deps, message, words)
  if (refusal) return answerMessage(deps, message, refusal)
  const text = await deps.names.nameMentions(message.text, message.channelId)
  const meaning = parseReplyTo(thread.jobId, { text, botUserId: deps.botUserId, isRequest: false })
  switch (meaning.kind) {
    case 'instruction': {
      const { jobId } = thread
      const command = parseCommand(withoutWhen(withoutLeadingMention(text, deps.botUserId)))
      const isAsked = asksAbout(jobId, command)
      const named = isAsked ? { jobId, command } : await findOtherJob(deps, message, text, thread)
      if (named) return answerMessage(deps, message, await answerForOther(deps, message, thread, named))
      await sendMessage(deps, message, thread, meaning)
      return
    }
    case 'word':
      if (meaning.word === 'only mentions') return chooseReplies(deps, message, thread, 'mention')
      if (meaning.word === 'every reply') return chooseReplies(deps, message, thread, 'always')
      if (meaning.word === 'when idle') return chooseWhen(deps, message, thread, 'idle')
      if (meaning.word === 'right away') return chooseWhen(deps, message, thread, 'now')
      return answerMessage(deps, message, await answer(deps, meaning.word, thread, message.userId))
    case 'stop':
      return answerMessage(deps, message, onlyStopMessage())
    case 'too long':
      return answerMessage(deps, message, tooLongMessage())
    default:
      return message.fileCount > 0 ? answerMessage(deps, message, onlyFilesMessage()) : passOver(deps, message)
  }
}

/** It names a job first, or asks about one. A question is answered, as outside a thread. */
async function answerForOther(
  deps: FollowupDeps,
  message: Message,
  { jobId }: Thread,
  { jobId: otherId, command }: OtherJob
): Promise<SlackMessage> {
  const asked = answerAtOnce(command)
  if ('blocks' in asked) return asked
  return isInstruction(asked) ? namesOtherMessage(jobId, otherId, wordsOf(asked)) : answerQuestion(deps, message, asked)
}

type Asked = Exclude<BotWord, 'only mentions' | 'every reply' | 'when idle' | 'right away'>

/** Without an id, it is about the thread's job. */
async function answer(deps: FollowupDeps, word: Asked, thread: Thread, userId: string): Promise<SlackMessage> {
  const { jobId, channelId } = thread
  switch (word) {
    case 'help':
      return helpMessage()
    case 'list':
      return answerQuestion(deps, { userId, channelId }, { kind: word })
    case 'status':
    case 'watch':
      return answerQuestion(deps, { userId, channelId }, { kind: word, jobId })
    case 'mute':
    case 'unmute':
      await setMuted(deps.database, thread, userId, word === 'mute')
      return word === 'mute' ? mutedMessage() : unmutedMessage()
  }
}
