import { TransientError } from '../errors.ts'
import type { SlackMessage } from '../slack/blocks.ts'
import { isPosting } from '../slack/outbox.ts'
import { messageTimeMs } from '../slack/slack-text.ts'
import { checkPermission } from './check-permission.ts'
import type { FollowupDeps } from './followup-deps.ts'
import type { Reply } from './followup-tasks.ts'
import { type BotWord, parseReply } from './parse-reply.ts'
import { helpMessage, onlyFilesMessage, refusedMessage, stoppedMessage } from './private-messages.ts'
import { readStatus } from './read-status.ts'
import { startFollowup } from './start-followup.ts'
import { stopWatchingThread } from './stop-watching-thread.ts'
import { tell } from './tell.ts'
import { findThread, type Thread } from './thread-store.ts'

/** Takes a person's message in a thread: a word for the bot, an aside, or the next instruction for the thread's job. */
export async function forwardReply(deps: FollowupDeps, reply: Reply): Promise<void> {
  const { database } = deps
  const { teamId, channelId, threadTs, ts, userId, userTeamId, fileCount } = reply
  // Asked first: a card that is bound in between is then found.
  const cardIsOnItsWay = await isPosting(database, teamId, channelId)
  const thread = await findThread(database, reply)
  if (thread === undefined) {
    if (cardIsOnItsWay) throw new TransientError('The thread of a reply is not bound yet')
    return
  }
  const answerWith = (message: SlackMessage) => tell(deps, { channelId, threadTs }, userId, message)
  const meaning = parseReply(reply.text, deps.botUserId)
  if (meaning.kind === 'aside') return
  const refused = await checkPermission(deps, { userId, userTeamId, channelId })
  if (refused) return answerWith(refusedMessage(refused, meaning.kind === 'instruction' ? meaning.prompt : ''))
  if (meaning.kind === 'word') return answerWith(await answer(deps, meaning.word, thread, userId))
  if (meaning.kind === 'empty') return fileCount > 0 ? answerWith(onlyFilesMessage()) : undefined

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
