import { TransientError } from '../errors.ts'
import type { SlackMessage } from '../slack/blocks.ts'
import { isPosting } from '../slack/find-post.ts'
import { messageTimeMs } from '../slack/slack-text.ts'
import { checkPermission } from './check-permission.ts'
import { dropReply } from './drop-reply.ts'
import type { FollowupDeps } from './followup-deps.ts'
import {
  cannotTellWhoMessage,
  closedThreadMessage,
  helpMessage,
  noJobHereMessage,
  onlyFilesMessage,
  otherProjectMessage,
  refusedMessage,
  stoppedMessage
} from './messages/private-messages.ts'
import { tooLongMessage } from './messages/refusal-messages.ts'
import { mutedMessage, unmutedMessage } from './messages/reply-answers.ts'
import { readStatus } from './read-status.ts'
import { type BotWord, parseReply } from './rules/parse-reply.ts'
import type { Thread } from './rules/thread.ts'
import { offerToSend } from './send-chatter.ts'
import { startFollowup } from './start-followup.ts'
import { stopWatchingThread } from './stop-watching-thread.ts'
import { setMuted } from './stores/muted-store.ts'
import { closeReply, type Reply, type ReplyKey, takeUpReply } from './stores/reply-store.ts'
import { findThread } from './stores/thread-store.ts'
import { tell } from './tell.ts'

const GIVE_BACK_AFTER_MS = 3_600_000

/** Handles a person's message in a thread: a word for the bot, or the next instruction for the thread's job. */
export async function forwardReply(deps: FollowupDeps, key: ReplyKey): Promise<void> {
  const { database, now } = deps
  const reply = await takeUpReply(database, key, now())
  if (reply === undefined) return
  // Asked first, so that a card bound in between is still found.
  const cardIsOnItsWay = await isPosting(database, reply.teamId, reply.channelId)
  const thread = await findThread(database, reply)
  if (thread !== undefined) return takeReply(deps, reply, thread)
  if (cardIsOnItsWay) throw new TransientError('The thread of a reply is not bound yet')
  return answerWith(deps, reply, noJobHereMessage())
}

async function takeReply(deps: FollowupDeps, reply: Reply, thread: Thread): Promise<void> {
  const raw = parseReply(reply.text, deps.botUserId)
  if (raw.kind === 'chatter') return takeChatter(deps, reply, thread, raw.prompt)
  const meaning = parseReply(await deps.names.nameMentions(reply.text), deps.botUserId)
  const prompt = meaning.kind === 'instruction' ? meaning.prompt : ''
  if (thread.projectId !== deps.projectId) {
    return answerWith(deps, reply, otherProjectMessage(thread.projectId, deps.projectId, prompt))
  }
  if (thread.closedBecause !== null && prompt !== '') {
    return answerWith(deps, reply, closedThreadMessage(thread.jobId, thread.closedBecause, prompt))
  }
  const refusal = await refusalFor(deps, reply, prompt)
  if (refusal) return answerWith(deps, reply, refusal)
  switch (meaning.kind) {
    case 'instruction':
      return start(deps, reply, thread, prompt)
    case 'word':
      return answerWith(deps, reply, await answer(deps, meaning.word, thread, reply.userId))
    case 'too long':
      return answerWith(deps, reply, tooLongMessage())
    case 'empty':
    case 'aside':
      return answerWith(deps, reply, onlyFilesMessage())
  }
}

/** Where nothing could be sent anyway, there is nothing to say about thanks. */
async function takeChatter(deps: FollowupDeps, reply: Reply, thread: Thread, words: string): Promise<void> {
  const isOpen = thread.projectId === deps.projectId && thread.closedBecause === null
  if (isOpen && !(await refusalFor(deps, reply, words))) await offerToSend(deps, reply)
  await deps.database.transaction(async sql => {
    const dropped = await dropReply(deps, sql, reply)
    if (dropped && dropped.text !== reply.text) throw new TransientError('A reply was edited meanwhile')
  })
}

/** Undefined: its author may. Retried while Slack does not say who that is, but for no longer than anyone would expect. */
async function refusalFor(deps: FollowupDeps, reply: Reply, prompt: string): Promise<SlackMessage | undefined> {
  try {
    const cause = await checkPermission(deps, reply)
    return cause && refusedMessage(cause, prompt)
  } catch (error) {
    if (!(error instanceof TransientError) || deps.now() - reply.receivedAtMs < GIVE_BACK_AFTER_MS) throw error
    return cannotTellWhoMessage(prompt)
  }
}

/** Nothing of it goes to the agent: its author is told why, or gets what they asked for. */
async function answerWith(deps: FollowupDeps, reply: Reply, message: SlackMessage): Promise<void> {
  await tell(deps, reply, reply.userId, message)
  await deps.database.transaction(sql => dropReply(deps, sql, reply))
}

async function start(deps: FollowupDeps, reply: Reply, thread: Thread, prompt: string): Promise<void> {
  const { teamId, channelId, threadTs, ts, userId, fileCount } = reply
  await deps.database.transaction(async sql => {
    // Deleted by its author, or taken by another process.
    const closed = await closeReply(sql, reply)
    if (closed === undefined) return
    if (closed.text !== reply.text) throw new TransientError('A reply was edited meanwhile')
    await startFollowup(deps, sql, {
      projectId: thread.projectId,
      jobId: thread.jobId,
      teamId,
      channelId,
      threadTs,
      replyTs: ts,
      responseUrl: null,
      requesterId: userId,
      prompt,
      fileCount,
      writtenAtMs: messageTimeMs(ts)
    })
    // Closing a thread takes the job's lock, which we hold now: it cannot be closed unseen.
    if ((await findThread(sql, reply))?.closedBecause) throw new TransientError('A thread was closed meanwhile')
  })
}

async function answer(deps: FollowupDeps, word: BotWord, thread: Thread, userId: string): Promise<SlackMessage> {
  switch (word) {
    case 'help':
      return helpMessage()
    case 'status':
      return readStatus(deps, thread, { userId, channelId: thread.channelId })
    case 'mute':
    case 'unmute':
      await setMuted(deps.database, thread, userId, word === 'mute')
      return word === 'mute' ? mutedMessage() : unmutedMessage()
    case 'stop watching':
      return stoppedMessage(
        thread.jobId,
        await deps.database.transaction(sql => stopWatchingThread(deps, sql, thread, userId))
      )
  }
}
