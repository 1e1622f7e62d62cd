import type { Sql } from '../../database/database.ts'
import { type Reply, type ReplyKey, replySchema } from './reply-store.ts'

// Messages that were given back to their authors, who may put them right by editing them.

const KEY = 'team_id = $1 and channel_id = $2 and ts = $3'

/** It is kept beside its edits, for as long as they are. */
export async function keepGivenBack(sql: Sql, reply: Reply): Promise<void> {
  const { teamId, channelId, ts, text, userId, threadTs } = reply
  await sql.query(
    `insert into followup.edited_reply (team_id, channel_id, ts, text, edited_ts, kept_text, kept_ts, user_id, thread_ts, given_back)
     values ($1, $2, $3, $4, $3, $4, $3, $5, $6, $7)
     on conflict (team_id, channel_id, ts) do update set given_back = excluded.given_back`,
    [teamId, channelId, ts, text, userId, threadTs, JSON.stringify(reply)]
  )
}

/** The message as it was given back, once. Undefined as well if it says the same by now. */
export async function takeGivenBack(
  sql: Sql,
  { teamId, channelId, ts }: ReplyKey,
  text: string
): Promise<Reply | undefined> {
  const key = [teamId, channelId, ts]
  const [row] = await sql.query(
    `select given_back as reply from followup.edited_reply where ${KEY} and given_back ->> 'text' <> $4 for update`,
    [...key, text]
  )
  if (row === undefined) return undefined
  await sql.query(`update followup.edited_reply set given_back = null where ${KEY}`, key)
  return replySchema.parse(row.reply)
}
