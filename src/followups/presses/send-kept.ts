import type { Sql } from '../../database/database.ts'
import { TransientError } from '../../errors.ts'
import type { SlackMessage } from '../../slack/blocks.ts'
import { keptSchema } from '../events/offer-to-send.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { guardWords } from '../guard-words.ts'
import {
  closedThreadMessage,
  otherProjectMessage,
  sentAfterAllMessage,
  staleButtonMessage
} from '../messages/private-messages.ts'
import { nothingLeftMessage, sentNowhereMessage } from '../messages/reply-answers.ts'
import { readInstruction } from '../read-when.ts'
import { isIn } from '../rules/followup.ts'
import { parseReply, parseReplyTo } from '../rules/parse-reply.ts'
import type { Thread } from '../rules/thread.ts'
import { startFollowup } from '../start-followup.ts'
import { findEdit, forgetEdit } from '../stores/edit-store.ts'
import { findByReply, releaseReply } from '../stores/followup-store.ts'
import { saveMarks } from '../stores/mark-store.ts'
import { findThread } from '../stores/thread-store.ts'

type Press = { value: string; channelId: string; userId: string }

/**
 * Its author meant it for the agent, and has said for which job, if that was asked. The reply belongs to one follow-up, so a second
 * press sends nothing more.
 */
export async function sendKept(
  deps: FollowupDeps,
  sql: Sql,
  { value, channelId, userId }: Press
): Promise<SlackMessage> {
  const { threadTs, ts, fileCount, jobId: otherId } = keptSchema.parse(JSON.parse(value))
  const { teamId, projectId } = deps
  const key = { teamId, channelId, threadTs }
  const thread = await findThread(sql, key)
  const said = await findEdit(sql, { teamId, channelId, ts })
  if (thread === undefined || said === undefined) return staleButtonMessage()
  const before = await findByReply(sql, teamId, channelId, ts)
  if (before && !isIn(before, 'cancelled')) return sentAfterAllMessage(before.jobId)
  const jobId = otherId ?? thread.jobId
  const meaning =
    otherId === undefined ? parseReply(said.text, deps.botUserId) : parseReplyTo(otherId, said.text, deps.botUserId)
  if (meaning.kind !== 'chatter' && meaning.kind !== 'stop' && meaning.kind !== 'instruction')
    return nothingLeftMessage()
  const { prompt } = meaning
  const refusal = refusalIn(otherId === undefined ? thread : { ...thread, closedBecause: null }, projectId, prompt)
  if (refusal) return refusal
  const stopped = guardWords(deps, { from: 'message', text: said.text, ts, threadTs, fileCount })
  if (stopped) return stopped
  const when = await readInstruction(deps, prompt, { userId, atMs: deps.now() })
  if ('blocks' in when) return when
  if (before) await releaseReply(sql, before)
  const started = await startFollowup(deps, sql, {
    ...key,
    threadTs: otherId === undefined ? threadTs : null,
    projectId,
    jobId,
    replyTs: ts,
    responseUrl: null,
    requesterId: userId,
    ...when,
    fileCount,
    writtenAtMs: deps.now()
  })
  if (started && before) await saveMarks(sql, started, before.marks)
  // Closing a thread takes the job's lock, which we hold now: it cannot be closed unseen.
  if (otherId === undefined && (await findThread(sql, key))?.closedBecause)
    throw new TransientError('A thread was closed meanwhile')
  return sentAfterAllMessage(jobId)
}

/** Its author meant it for neither job: what was kept of it is forgotten. */
export async function sendNowhere(
  { teamId }: FollowupDeps,
  sql: Sql,
  { value, channelId }: Press
): Promise<SlackMessage> {
  const key = { teamId, channelId, ts: keptSchema.parse(JSON.parse(value)).ts }
  const sent = await findByReply(sql, teamId, channelId, key.ts)
  if (sent && !isIn(sent, 'cancelled')) return sentAfterAllMessage(sent.jobId)
  const said = await findEdit(sql, key)
  if (said) await forgetEdit(sql, key, said)
  return sentNowhereMessage()
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
