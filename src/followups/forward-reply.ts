import { TransientError } from '../errors.ts'
import type { SlackMessage } from '../slack/blocks.ts'
import { isPosting } from '../slack/outbox.ts'
import { SlackRefusal } from '../slack/slack-failure.ts'
import { messageTimeMs } from '../slack/slack-text.ts'
import { checkPermission } from './check-permission.ts'
import type { FollowupDeps } from './followup-deps.ts'
import type { Reply } from './followup-tasks.ts'
import { type BotWord, parseReply } from './parse-reply.ts'
import { helpMessage, onlyFilesMessage, refusedMessage, stoppedMessage } from './private-messages.ts'
import { readStatus } from './read-status.ts'
import { startFollowup } from './start-followup.ts'
import { stopWatchingThread } from './stop-watching-thread.ts'
import { findThread, type Thread } from './thread-store.ts'

/** Takes a person's message in a thread: a word for the bot, an aside, or the next instruction for the thread's job. */
export async function forwardReply(deps: FollowupDeps, reply: Reply): Promise<void> {
  const { database } = deps
  const thread = await findThread(database, reply)
  if (thread === undefined) {
    if (await isPosting(database, reply.teamId, reply.channelId))
      throw new TransientError('The thread of a reply is not bound yet')
    return
  }
  const meaning = parseReply(reply.text, deps.botUserId)
  if (meaning.kind === 'aside') return
  const refused = await checkPermission(deps, {
    userId: reply.userId,
    userTeamId: reply.userTeamId,
    channelId: reply.channelId
  })
  if (refused) return tell(deps, reply, refusedMessage(refused, meaning.kind === 'instruction' ? meaning.prompt : ''))
  if (meaning.kind === 'word') return tell(deps, reply, await answer(deps, meaning.word, thread, reply.userId))
  if (meaning.kind === 'empty') return reply.fileCount > 0 ? tell(deps, reply, onlyFilesMessage()) : undefined

  const { teamId, channelId, threadTs, ts, userId, fileCount } = reply
  await database.transaction(sql =>
    startFollowup(deps, sql, {
      projectId: thread.projectId,
      jobId: thread.jobId,
      teamId,
      channelId,
      threadTs,
      replyTs: ts,
      responseUrl: null,
      requesterId: userId,
      prompt: meaning.prompt,
      fileCount,
      writtenAtMs: messageTimeMs(ts)
    })
  )
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

async function tell(
  { slack, log }: FollowupDeps,
  { channelId, threadTs, userId }: Reply,
  message: SlackMessage
): Promise<void> {
  try {
    await slack.tellPrivately({ channelId, threadTs }, userId, message)
  } catch (error) {
    if (!(error instanceof SlackRefusal)) throw error
    log.warn({ channel: channelId, code: error.code }, 'A private answer could not be given')
  }
}
