import type { Sql } from '../../database/database.ts'
import type { SlackMessage } from '../../slack/blocks.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { keptReplySchema } from '../rules/kept-reply.ts'
import { parseReplyTo } from '../rules/parse-reply.ts'
import { timeFirst } from '../rules/time-first.ts'
import { findKeptReply, sendKeptReply } from './send-kept-reply.ts'

type Press = { value: string; channelId: string; userId: string; userTeamId: string }

/** A reply that was not sent is for the job of its thread. */
export async function sendIt(deps: FollowupDeps, sql: Sql, press: Press): Promise<SlackMessage> {
  const kept = await findKeptReply(deps, sql, press, keptReplySchema.parse(JSON.parse(press.value)))
  if ('blocks' in kept) return kept
  const { jobId, threadTs } = kept.thread
  const said = parseReplyTo(jobId, { text: kept.text, botUserId: deps.botUserId, isRequest: false })
  const meaning = said.kind === 'instruction' ? { ...said, prompt: timeFirst(said.prompt) } : said
  return sendKeptReply(deps, sql, press, kept, { jobId, threadTs, meaning })
}
