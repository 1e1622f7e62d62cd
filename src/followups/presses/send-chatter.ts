import type { Sql } from '../../database/database.ts'
import { TransientError } from '../../errors.ts'
import type { SlackMessage } from '../../slack/blocks.ts'
import { chatterSchema } from '../events/offer-to-send.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { guardWords } from '../guard-words.ts'
import {
  closedThreadMessage,
  otherProjectMessage,
  sentAfterAllMessage,
  staleButtonMessage
} from '../messages/private-messages.ts'
import { nothingLeftMessage } from '../messages/reply-answers.ts'
import { whenProblemMessage } from '../messages/wait-messages.ts'
import { readWhen } from '../read-when.ts'
import { parseReply } from '../rules/parse-reply.ts'
import type { Thread } from '../rules/thread.ts'
import { startFollowup } from '../start-followup.ts'
import { findEdit } from '../stores/edit-store.ts'
import { findThread } from '../stores/thread-store.ts'

/** Its author meant it for the agent. The reply belongs to one follow-up, so a second press sends nothing more. */
export async function sendChatter(
  deps: FollowupDeps,
  sql: Sql,
  { value, channelId, userId }: { value: string; channelId: string; userId: string }
): Promise<SlackMessage | undefined> {
  const { threadTs, ts, fileCount } = chatterSchema.parse(JSON.parse(value))
  const { teamId, projectId } = deps
  const key = { teamId, channelId, threadTs }
  const thread = await findThread(sql, key)
  const said = await findEdit(sql, { teamId, channelId, ts })
  if (thread === undefined || said === undefined) return staleButtonMessage()
  const meaning = parseReply(said.text, deps.botUserId)
  if (meaning.kind !== 'chatter' && meaning.kind !== 'stop' && meaning.kind !== 'instruction')
    return nothingLeftMessage()
  const { prompt } = meaning
  const refusal = refusalIn(thread, projectId, prompt)
  if (refusal) return refusal
  const stopped = guardWords(deps, { from: 'message', text: said.text, ts, threadTs, fileCount })
  if (stopped) return stopped
  const when = await readWhen(deps, prompt, { userId, atMs: deps.now() })
  if ('problem' in when) return whenProblemMessage(when.problem, prompt)
  await startFollowup(deps, sql, {
    ...key,
    projectId,
    jobId: thread.jobId,
    replyTs: ts,
    responseUrl: null,
    requesterId: userId,
    ...when,
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
