import type { Sql } from '../../database/database.ts'
import type { SlackMessage } from '../../slack/blocks.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { onItsWayMessage } from '../messages/got-it-messages.ts'
import { sentNowhereMessage } from '../messages/reply-answers.ts'
import { isIn } from '../rules/followup.ts'
import { keptForOtherSchema, keptReplySchema } from '../rules/kept-reply.ts'
import { parseReplyTo } from '../rules/parse-reply.ts'
import { findEdit, forgetEdit } from '../stores/edit-store.ts'
import { findByReply } from '../stores/followup-store.ts'
import { findHold } from '../stores/hold-store.ts'
import { findKeptReply, sendKeptReply } from './send-kept-reply.ts'

type Press = { value: string; channelId: string; userId: string; userTeamId: string }

/** A reply that names another job than its thread's is for that one, which has yet to find its thread. */
export async function sendToOther(deps: FollowupDeps, sql: Sql, press: Press): Promise<SlackMessage> {
  const { jobId, ...reply } = keptForOtherSchema.parse(JSON.parse(press.value))
  const kept = await findKeptReply(deps, sql, press, reply)
  if ('blocks' in kept) return kept
  const meaning = parseReplyTo(jobId, { text: kept.text, botUserId: deps.botUserId, isRequest: true })
  return sendKeptReply(deps, sql, press, kept, { jobId, threadTs: null, meaning })
}

/** It is for neither job: what was kept of it is forgotten. */
export async function sendNowhere(
  { teamId }: FollowupDeps,
  sql: Sql,
  { value, channelId }: Press
): Promise<SlackMessage> {
  const key = { teamId, channelId, ts: keptReplySchema.parse(JSON.parse(value)).ts }
  const sent = await findByReply(sql, teamId, channelId, key.ts)
  if (sent && !isIn(sent, 'cancelled')) return onItsWayMessage(sent, await findHold(sql, sent))
  const said = await findEdit(sql, key)
  if (said) await forgetEdit(sql, key, said)
  return sentNowhereMessage()
}
