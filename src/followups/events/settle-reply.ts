import { TransientError } from '../../errors.ts'
import type { SlackMessage } from '../../slack/blocks.ts'
import { isDirect } from '../../slack/slack-text.ts'
import { checkPermission } from '../check-permission.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { guardWords } from '../guard-words.ts'
import { cannotTellWhoMessage, refusedMessage } from '../messages/private-messages.ts'
import { whenProblemMessage } from '../messages/wait-messages.ts'
import { dropAsRead } from '../moves/drop-reply.ts'
import { startFollowup } from '../moves/start-followup.ts'
import { startAnew } from '../moves/start-in-place-of.ts'
import { readWhen } from '../read-when.ts'
import type { Followup } from '../rules/followup.ts'
import type { WhenProblem } from '../rules/parse-when.ts'
import { keepGivenBack } from '../stores/given-back-store.ts'
import { takeTurn } from '../stores/job-store.ts'
import { closeReply, type Reply } from '../stores/reply-store.ts'
import { findThread } from '../stores/thread-store.ts'
import { tell } from '../tell.ts'
import { isReadAnew } from './read-anew.ts'

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
    return prompt === '' ? undefined : guardWords(deps, 'message', reply.text)
  } catch (error) {
    if (!(error instanceof TransientError) || deps.now() - reply.receivedAtMs < GIVE_BACK_AFTER_MS) throw error
    return cannotTellWhoMessage(prompt)
  }
}

/** Nothing of it goes to the agent: its author is told why, or gets what they asked for. */
export async function answerReply(deps: FollowupDeps, reply: Reply, message: SlackMessage): Promise<void> {
  await tellAuthorOf(deps, reply, message)
  await deps.database.transaction(sql => dropAsRead(deps, sql, reply))
}

/** Nothing of it is for the bot, or for an agent. If it had been given back before it was edited into that, it still is. */
export async function passOver(deps: FollowupDeps, reply: Reply): Promise<void> {
  await deps.database.transaction(async sql => {
    if (isReadAnew(reply)) await keepGivenBack(sql, reply)
    await dropAsRead(deps, sql, reply)
  })
}

export async function tellAuthorOf(deps: FollowupDeps, reply: Reply, message: SlackMessage): Promise<void> {
  const { channelId, ts, threadTs, userId } = reply
  await tell(deps, { userId, place: { channelId, ...(threadTs !== ts && { threadTs }) } }, message)
}

/** It says when it is to go out in a way that cannot be. Nothing of it is sent, unless its author puts that right by editing it. */
async function giveBack(deps: FollowupDeps, reply: Reply, problem: WhenProblem, words: string): Promise<void> {
  await tellAuthorOf(deps, reply, whenProblemMessage(problem, words))
  await deps.database.transaction(async sql => {
    await keepGivenBack(sql, reply)
    await dropAsRead(deps, sql, reply)
  })
}

type Where = Pick<Followup, 'projectId' | 'jobId' | 'threadTs'>

/**
 * It is an instruction: for the job of its thread, or for one that has yet to find its thread. False: it was taken back, or it says
 * when it is to go out in a way that cannot be, and its author is told, with all that was written.
 */
export async function sendReply(
  deps: FollowupDeps,
  reply: Reply,
  { projectId, jobId, threadTs }: Where,
  { prompt, written = prompt }: { prompt: string; written?: string }
): Promise<boolean> {
  const { teamId, channelId, ts, userId, fileCount, writtenAtMs } = reply
  const said = await readWhen(deps, prompt, { userId, atMs: writtenAtMs })
  if ('problem' in said) {
    await giveBack(deps, reply, said.problem, written)
    return false
  }
  const isUnderOwn = isDirect(channelId) && reply.threadTs !== ts && reply.threadTs !== threadTs
  return deps.database.transaction(async sql => {
    await takeTurn(sql, { projectId, jobId })
    // Deleted by its author, or taken by another process.
    const closed = await closeReply(sql, reply)
    if (closed === undefined) return false
    if (closed.text !== reply.text) throw new TransientError('A reply was edited meanwhile')
    const instruction = {
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
      waitsAs: said.atOnce ? undefined : ('written' as const),
      fileCount,
      writtenAtMs,
      saidAtMs: writtenAtMs
    }
    await (isReadAnew(reply) ? startAnew : startFollowup)(deps, sql, instruction)
    // Closing a thread takes the job's lock, which we hold now: it cannot be closed unseen.
    const thread = threadTs === null ? undefined : await findThread(sql, { teamId, channelId, threadTs })
    if (thread?.closedBecause) throw new TransientError('A thread was closed meanwhile')
    return true
  })
}
