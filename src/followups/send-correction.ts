import type { Sql } from '../database/database.ts'
import type { SlackMessage } from '../slack/blocks.ts'
import { firstDeliveries, knownDeliveries } from '../slack/delivery-store.ts'
import { changeFollowup } from './change-followup.ts'
import { copyFollowup } from './copy-followup.ts'
import type { FollowupDeps } from './followup-deps.ts'
import { correctionOnItsWayMessage } from './messages/edit-messages.ts'
import { closedThreadMessage, staleButtonMessage } from './messages/private-messages.ts'
import { correctWhileSending } from './rules/decide-send.ts'
import { correct } from './rules/decide-watch.ts'
import { type Followup, isIn } from './rules/followup.ts'
import { parseReplyTo } from './rules/parse-reply.ts'
import { startFollowup } from './start-followup.ts'
import { findEdit } from './stores/edit-store.ts'
import { findByReply, releaseReply, saveKnowledge, saveMarks } from './stores/followup-store.ts'
import { lockJob } from './stores/job-store.ts'
import { findThread } from './stores/thread-store.ts'

/**
 * The new words of a reply that was edited too late go out as an instruction of their own, which the reply's mark is about from now
 * on. It works once for each edit, and only for the latest; pressed twice, it says the same again.
 */
export async function sendCorrection(
  deps: FollowupDeps,
  sql: Sql,
  { value, channelId, userId }: { value: string; channelId: string; userId: string }
): Promise<SlackMessage | undefined> {
  const [ts = '', editedTs = ''] = value.split(' ')
  const key = { teamId: deps.teamId, channelId, ts }
  const sent = await lockReply(deps, sql, key)
  const pressed = `correction:${channelId}/${value}`
  if (sent && (await knownDeliveries(sql, [pressed])).length > 0) return correctionOnItsWayMessage(sent.jobId)
  const edit = await findEdit(sql, key)
  if (sent === undefined || edit?.editedTs !== editedTs) return staleButtonMessage()
  const meaning = parseReplyTo(sent.jobId, edit.text, deps.botUserId)
  if (meaning.kind !== 'instruction' || isIn(sent, 'accepted', 'held', 'cancelled')) return staleButtonMessage()
  const { threadTs } = sent
  const closed = threadTs === null ? undefined : (await findThread(sql, { ...key, threadTs }))?.closedBecause
  if (closed) return closedThreadMessage(sent.jobId, closed, meaning.prompt)
  await firstDeliveries(sql, [pressed], deps.now())
  if (isIn(sent, 'sending')) await saveKnowledge(sql, sent, correctWhileSending(sent, userId, deps.now()))
  else await changeFollowup(deps, sql, sent, (followup, { nowMs }) => correct(followup, userId, nowMs))
  await releaseReply(sql, sent)
  const correction = {
    ...copyFollowup(sent, ts, deps.now()),
    requesterId: userId,
    prompt: meaning.prompt,
    fileCount: 0
  }
  const started = await startFollowup(deps, sql, correction)
  if (started) await saveMarks(sql, started, sent.marks)
  return correctionOnItsWayMessage(sent.jobId)
}

/** The follow-up that the reply belongs to, with its job's lock held. */
async function lockReply(
  { projectId }: FollowupDeps,
  sql: Sql,
  { teamId, channelId, ts }: { teamId: string; channelId: string; ts: string }
): Promise<Followup | undefined> {
  const found = await findByReply(sql, teamId, channelId, ts)
  if (found?.projectId !== projectId) return undefined
  await lockJob(sql, found)
  return findByReply(sql, teamId, channelId, ts)
}
