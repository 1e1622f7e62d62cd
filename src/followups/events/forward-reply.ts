import { TransientError } from '../../errors.ts'
import type { SlackMessage } from '../../slack/blocks.ts'
import { isPosting } from '../../slack/find-post.ts'
import { beginsWithMention, isDirect, mentions, withoutLeadingMention } from '../../slack/slack-text.ts'
import { answerQuestion, isInstruction, wordsOf } from '../commands/understand-command.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { answerAtOnce } from '../messages/answer-at-once.ts'
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
import { asksAbout } from '../rules/named-first.ts'
import { isAmount, jobNamedIn, parseCommand } from '../rules/parse-command.ts'
import { type BotWord, parseReply, parseReplyTo } from '../rules/parse-reply.ts'
import { withoutWhen } from '../rules/parse-when.ts'
import type { Thread } from '../rules/thread.ts'
import { setMuted } from '../stores/muted-store.ts'
import { type Reply, type ReplyKey, takeUpReply } from '../stores/reply-store.ts'
import { chooseReplies, chooseWhen, isForAgent } from './choose-replies.ts'
import { findOtherJob, type OtherJob } from './find-other-job.ts'
import { answerReply, passOver, refusalFor, sendReply } from './settle-reply.ts'
import { takeRequest } from './take-request.ts'
import { takeTalk } from './take-talk.ts'
import { threadOf } from './thread-of.ts'

/** Handles what a person wrote in a thread, or to the bot: a word for the bot, or an instruction for the agent. */
export async function forwardReply(deps: FollowupDeps, key: ReplyKey): Promise<void> {
  const { database, now, botUserId } = deps
  const reply = await takeUpReply(database, key, now())
  if (reply === undefined) return
  // Asked first, so that a card bound in between is still found.
  const cardIsOnItsWay = await isPosting(database, reply.teamId, reply.channelId)
  const thread = await threadOf(deps, reply)
  if (thread !== undefined) {
    const isOwn = thread.threadTs !== reply.threadTs
    return isOwn && isForBot(reply, botUserId) ? takeRequest(deps, reply) : takeReply(deps, reply, thread)
  }
  const isInThread = reply.threadTs !== reply.ts
  if (isInThread && cardIsOnItsWay) throw new TransientError('The thread of a reply is not bound yet')
  // A sentence that names no job is for the job of its thread, and this thread has none.
  const hasNoJob = isInThread && parseCommand(reply.text).kind === 'sentence'
  if (beginsWithMention(reply.text, botUserId) || (isDirect(reply.channelId) && !hasNoJob))
    return takeRequest(deps, reply)
  if (isInThread && !mentions(reply.text, botUserId)) return answerReply(deps, reply, noJobHereMessage())
  return takeTalk(deps, reply, beginWithMentionMessage(jobNamedIn(reply.text)))
}

const COMMANDS = new Set(['list', 'status', 'watch', 'send', 'word', 'link', 'linked', 'several jobs'])

/** Under their own message, people can write commands, and name a job, as they can outside a thread. */
function isForBot({ text }: Reply, botUserId: string): boolean {
  if (parseReply(text, botUserId).kind !== 'instruction') return false
  const command = parseCommand(withoutLeadingMention(text, botUserId))
  return COMMANDS.has(command.kind) && !(command.kind === 'send' && isAmount(command.jobId))
}

async function takeReply(deps: FollowupDeps, reply: Reply, thread: Thread): Promise<void> {
  const written = parseReply(reply.text, deps.botUserId)
  if (written.kind !== 'word' && !(await isForAgent(deps, reply.text, thread)))
    return takeTalk(deps, reply, onlyMentionsMessage(), thread)
  if (written.kind === 'chatter') return passOver(deps, reply)
  const words = written.kind === 'instruction' ? written.prompt : ''
  if (thread.projectId !== deps.projectId) {
    return answerReply(deps, reply, otherProjectMessage(thread.projectId, deps.projectId, words))
  }
  if (thread.closedBecause !== null && words !== '') {
    return answerReply(deps, reply, closedThreadMessage(thread.jobId, thread.closedBecause, words))
  }
  const refusal = await refusalFor(deps, reply, words)
  if (refusal) return answerReply(deps, reply, refusal)
  const text = await deps.names.nameMentions(reply.text, reply.channelId)
  const meaning = parseReplyTo(thread.jobId, { text, botUserId: deps.botUserId, isRequest: false })
  switch (meaning.kind) {
    case 'instruction': {
      const { jobId } = thread
      const command = parseCommand(withoutWhen(withoutLeadingMention(text, deps.botUserId)))
      const isAsked = asksAbout(jobId, command)
      const named = isAsked ? { jobId, command } : await findOtherJob(deps, reply, text, thread)
      if (named) return answerReply(deps, reply, await answerForOther(deps, reply, thread, named))
      await sendReply(deps, reply, thread, meaning)
      return
    }
    case 'word':
      if (meaning.word === 'only mentions') return chooseReplies(deps, reply, thread, 'mention')
      if (meaning.word === 'every reply') return chooseReplies(deps, reply, thread, 'always')
      if (meaning.word === 'when idle') return chooseWhen(deps, reply, thread, 'idle')
      if (meaning.word === 'right away') return chooseWhen(deps, reply, thread, 'now')
      return answerReply(deps, reply, await answer(deps, meaning.word, thread, reply.userId))
    case 'stop':
      return answerReply(deps, reply, onlyStopMessage())
    case 'too long':
      return answerReply(deps, reply, tooLongMessage())
    case 'chatter':
    case 'empty':
    case 'aside':
      return answerReply(deps, reply, onlyFilesMessage())
  }
}

/** It names a job first, or asks about one. A question is answered, as outside a thread. */
async function answerForOther(
  deps: FollowupDeps,
  reply: Reply,
  { jobId }: Thread,
  { jobId: otherId, command }: OtherJob
): Promise<SlackMessage> {
  const asked = answerAtOnce(command)
  if ('blocks' in asked) return asked
  return isInstruction(asked) ? namesOtherMessage(jobId, otherId, wordsOf(asked)) : answerQuestion(deps, reply, asked)
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
