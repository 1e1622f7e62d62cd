import { TransientError } from '../errors.ts'
import type { SlackMessage } from '../slack/blocks.ts'
import { isPosting } from '../slack/outbox.ts'
import { messageTimeMs } from '../slack/slack-text.ts'
import { checkPermission } from './check-permission.ts'
import { dropReply } from './drop-reply.ts'
import type { FollowupDeps } from './followup-deps.ts'
import { type BotWord, parseReply } from './parse-reply.ts'
import { helpMessage, onlyFilesMessage, refusedMessage, stoppedMessage } from './private-messages.ts'
import { readStatus } from './read-status.ts'
import { closeReply, type Reply, type ReplyKey, takeUpReply } from './reply-store.ts'
import { startFollowup } from './start-followup.ts'
import { stopWatchingThread } from './stop-watching-thread.ts'
import { tell } from './tell.ts'
import { findThread, type Thread } from './thread-store.ts'

/** Takes a person's message in a thread: a word for the bot, or the next instruction for the thread's job. */
export async function forwardReply(deps: FollowupDeps, key: ReplyKey): Promise<void> {
  const { database, now } = deps
  const reply = await takeUpReply(database, key, now())
  if (reply === undefined) return
  const { teamId, channelId, threadTs, userId, userTeamId } = reply
  // Asked first: a card that is bound in between is then found.
  const cardIsOnItsWay = await isPosting(database, teamId, channelId)
  const thread = await findThread(database, reply)
  if (thread === undefined) {
    if (cardIsOnItsWay) throw new TransientError('The thread of a reply is not bound yet')
    await closeReply(database, key)
    return
  }
  const answerWith = (message: SlackMessage) => tell(deps, { channelId, threadTs }, userId, message)
  const meaning = parseReply(reply.text, deps.botUserId)
  const refused = await checkPermission(deps, { userId, userTeamId, channelId })
  if (refused) await answerWith(refusedMessage(refused, meaning.kind === 'instruction' ? meaning.prompt : ''))
  else if (meaning.kind === 'instruction') return start(deps, reply, thread, meaning.prompt)
  else if (meaning.kind === 'word') await answerWith(await answer(deps, meaning.word, thread, userId))
  else await answerWith(onlyFilesMessage())
  await database.transaction(sql => dropReply(deps, sql, key))
}

async function start(deps: FollowupDeps, reply: Reply, thread: Thread, prompt: string): Promise<void> {
  const { teamId, channelId, threadTs, ts, userId, fileCount } = reply
  await deps.database.transaction(async sql => {
    // Deleted by its author, or taken by another process.
    if ((await closeReply(sql, reply)) === undefined) return
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
  })
}

async function answer(deps: FollowupDeps, word: BotWord, thread: Thread, userId: string): Promise<SlackMessage> {
  switch (word) {
    case 'help':
      return helpMessage()
    case 'status':
      return readStatus(deps, thread)
    case 'stop watching':
      return stoppedMessage(
        thread.jobId,
        await deps.database.transaction(sql => stopWatchingThread(deps, sql, thread, userId))
      )
  }
}
