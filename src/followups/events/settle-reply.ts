import { TransientError } from '../../errors.ts'
import type { SlackMessage } from '../../slack/blocks.ts'
import { isDirect } from '../../slack/is-direct.ts'
import { messageTimeMs } from '../../slack/slack-text.ts'
import { checkPermission } from '../check-permission.ts'
import { dropAsRead } from '../drop-reply.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { guardWords } from '../guard-words.ts'
import { cannotTellWhoMessage, refusedMessage } from '../messages/private-messages.ts'
import { readInstruction } from '../read-when.ts'
import type { Followup } from '../rules/followup.ts'
import { startFollowup } from '../start-followup.ts'
import { closeReply, type Reply } from '../stores/reply-store.ts'
import { findThread } from '../stores/thread-store.ts'
import { tell } from '../tell.ts'

// What becomes of something that a person wrote: it is answered, or it goes to the agent.

/** What a person wrote waits no longer than this for what has to come first. */
export const GIVE_BACK_AFTER_MS = 3_600_000

/**
 * Undefined: its author may, and it holds no secret. Retried while Slack does not say who that is, but for no longer than anyone
 * would expect.
 */
export async function refusalFor(deps: FollowupDeps, reply: Reply, prompt: string): Promise<SlackMessage | undefined> {
  try {
    const cause = await checkPermission(deps, reply)
    if (cause) return refusedMessage(cause, prompt)
    return prompt === '' || reply.isLetThrough ? undefined : guardReply(deps, reply)
  } catch (error) {
    if (!(error instanceof TransientError) || deps.now() - reply.receivedAtMs < GIVE_BACK_AFTER_MS) throw error
    return cannotTellWhoMessage(prompt)
  }
}

const guardReply = (deps: FollowupDeps, { text, ts, threadTs, fileCount }: Reply) =>
  guardWords(deps, { from: 'message', text, ts, threadTs, fileCount })

/** Nothing of it goes to the agent: its author is told why, or gets what they asked for. */
export async function answerReply(deps: FollowupDeps, reply: Reply, message: SlackMessage): Promise<void> {
  await tellAuthorOf(deps, reply, message)
  await deps.database.transaction(sql => dropAsRead(deps, sql, reply))
}

export async function tellAuthorOf(deps: FollowupDeps, reply: Reply, message: SlackMessage): Promise<void> {
  const { channelId, ts, threadTs, userId } = reply
  await tell(deps, { channelId, ...(threadTs !== ts && { threadTs }) }, userId, message)
}

type Where = Pick<Followup, 'projectId' | 'jobId' | 'threadTs'>

/**
 * It is an instruction: for the job of its thread, or for one that has yet to find its thread. False: it was taken back, or it says
 * when it is to go out in a way that cannot be, and its author is told.
 */
export async function sendReply(
  deps: FollowupDeps,
  reply: Reply,
  { projectId, jobId, threadTs }: Where,
  words: string
): Promise<boolean> {
  const { teamId, channelId, ts, userId, fileCount, isLetThrough, receivedAtMs } = reply
  const said = await readInstruction(deps, words, { userId, atMs: messageTimeMs(ts) })
  if ('blocks' in said) {
    await answerReply(deps, reply, said)
    return false
  }
  const isUnderOwn = isDirect(channelId) && reply.threadTs !== ts && reply.threadTs !== threadTs
  return deps.database.transaction(async sql => {
    // Deleted by its author, or taken by another process.
    const closed = await closeReply(sql, reply)
    if (closed === undefined) return false
    if (closed.text !== reply.text) throw new TransientError('A reply was edited meanwhile')
    await startFollowup(deps, sql, {
      projectId,
      jobId,
      teamId,
      channelId,
      threadTs,
      replyTs: ts,
      writtenInTs: isUnderOwn ? reply.threadTs : null,
      responseUrl: null,
      requesterId: userId,
      ...said,
      waitsAs: said.atOnce ? undefined : 'written',
      fileCount,
      writtenAtMs: isLetThrough ? receivedAtMs : messageTimeMs(ts)
    })
    // Closing a thread takes the job's lock, which we hold now: it cannot be closed unseen.
    const thread = threadTs === null ? undefined : await findThread(sql, { teamId, channelId, threadTs })
    if (thread?.closedBecause) throw new TransientError('A thread was closed meanwhile')
    return true
  })
}
