import type { Sql } from '../../database/database.ts'
import { TransientError } from '../../errors.ts'
import { isDirect } from '../../slack/slack-text.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { findByReply } from '../stores/followup-store.ts'
import { closeReply, type Reply, type ReplyKey } from '../stores/reply-store.ts'
import { findThread } from '../stores/thread-store.ts'
import { wakeLine } from './wake-line.ts'

/** Nothing of this reply is sent, and later instructions need not wait for it. Undefined: it was already decided on. */
export async function dropReply(
  deps: Pick<FollowupDeps, 'enqueue'>,
  sql: Sql,
  key: ReplyKey
): Promise<Reply | undefined> {
  const reply = await closeReply(sql, key)
  const job = reply && ((await findThread(sql, reply)) ?? reply.named ?? (await jobAbove(sql, reply)))
  if (job) await wakeLine(deps, sql, job)
  return reply
}

/** The same for one that was read, and perhaps answered, unless its author has edited it since: then it is read again. */
export async function dropAsRead(
  deps: Pick<FollowupDeps, 'enqueue'>,
  sql: Sql,
  reply: Reply
): Promise<Reply | undefined> {
  const dropped = await dropReply(deps, sql, reply)
  if (dropped && dropped.text !== reply.text) throw new TransientError('A reply was edited meanwhile')
  return dropped
}

/** In direct messages, the thread of an instruction is for its job. */
const jobAbove = async (sql: Sql, { teamId, channelId, threadTs }: Reply) =>
  isDirect(channelId) ? findByReply(sql, teamId, channelId, threadTs) : undefined
