import type { Sql } from '../../database/database.ts'
import { isDirect } from '../../slack/slack-text.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { findByReply } from '../stores/followup-store.ts'
import { closeMessage, type Message } from '../stores/inbox-store.ts'
import { findThread } from '../stores/thread-store.ts'
import { wakeLine } from './wake-line.ts'

/** Nothing of it is sent, and later instructions need not wait for it. False: it was read already, or has to be read again. */
export async function dropMessage(deps: FollowupDeps, sql: Sql, message: Message): Promise<boolean> {
  const isClosed = await closeMessage(sql, message)
  const job = isClosed && ((await findThread(sql, message)) ?? message.named ?? (await jobAbove(sql, message)))
  if (job) await wakeLine(deps, sql, job)
  return isClosed
}

/** In direct messages, the thread of an instruction is for its job. */
const jobAbove = async (sql: Sql, { teamId, channelId, threadTs }: Message) =>
  isDirect(channelId) ? findByReply(sql, teamId, channelId, threadTs) : undefined
