import { z } from 'zod'
import type { Sql } from '../database/database.ts'
import { TransientError } from '../errors.ts'
import type { SlackMessage } from '../slack/blocks.ts'
import type { FollowupDeps } from './followup-deps.ts'
import {
  closedThreadMessage,
  otherProjectMessage,
  sentAfterAllMessage,
  staleButtonMessage
} from './messages/private-messages.ts'
import { chatterMessage } from './messages/reply-answers.ts'
import type { Thread } from './rules/thread.ts'
import { startFollowup } from './start-followup.ts'
import type { Reply } from './stores/reply-store.ts'
import { findThread } from './stores/thread-store.ts'

/** Kept in the button itself: the words are short, and nobody but their author can press it. */
const chatterSchema = z.object({ threadTs: z.string(), ts: z.string(), fileCount: z.number(), words: z.string() })

/** Tells the author that it was not sent, and offers to send it after all. */
export function offerToSend({ threadTs, ts, fileCount }: Reply, words: string): SlackMessage {
  return chatterMessage(JSON.stringify({ threadTs, ts, fileCount, words } satisfies z.output<typeof chatterSchema>))
}

/** Its author meant it for the agent. The reply belongs to one follow-up, so a second press sends nothing more. */
export async function sendChatter(
  deps: FollowupDeps,
  sql: Sql,
  { value, channelId, userId }: { value: string; channelId: string; userId: string }
): Promise<SlackMessage | undefined> {
  const { threadTs, ts, fileCount, words } = chatterSchema.parse(JSON.parse(value))
  const { teamId, projectId } = deps
  const key = { teamId, channelId, threadTs }
  const thread = await findThread(sql, key)
  if (thread === undefined) return staleButtonMessage()
  const refusal = refusalIn(thread, projectId, words)
  if (refusal) return refusal
  await startFollowup(deps, sql, {
    ...key,
    projectId,
    jobId: thread.jobId,
    replyTs: ts,
    responseUrl: null,
    requesterId: userId,
    prompt: words,
    fileCount,
    writtenAtMs: deps.now()
  })
  // Closing a thread takes the job's lock, which we hold now: it cannot be closed unseen.
  if ((await findThread(sql, key))?.closedBecause) throw new TransientError('A thread was closed meanwhile')
  return sentAfterAllMessage(thread.jobId)
}

/** Slack does not always say in which thread a private message is shown, so this button checks it itself. */
function refusalIn(
  { projectId, jobId, closedBecause }: Thread,
  servedId: string,
  words: string
): SlackMessage | undefined {
  if (projectId !== servedId) return otherProjectMessage(projectId, servedId, words)
  return closedBecause ? closedThreadMessage(jobId, closedBecause, words) : undefined
}
