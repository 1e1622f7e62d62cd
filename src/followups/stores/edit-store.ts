import { z } from 'zod'
import type { Sql } from '../../database/database.ts'
import type { ReplyKey } from './reply-store.ts'

const editSchema = z.object({ text: z.string(), editedTs: z.string() })

/** What a reply says since its author edited it. */
export type Edit = z.output<typeof editSchema>

const REMEMBER_MS = 25 * 3_600_000

/** Slack does not always deliver edits in the order they were made: the newest one stays. */
export async function saveEdit(sql: Sql, { teamId, channelId, ts }: ReplyKey, { text, editedTs }: Edit): Promise<void> {
  await sql.query(
    `insert into followup.edited_reply as known (team_id, channel_id, ts, text, edited_ts) values ($1, $2, $3, $4, $5)
     on conflict (team_id, channel_id, ts) do update set text = excluded.text, edited_ts = excluded.edited_ts
       where known.edited_ts collate "C" < excluded.edited_ts collate "C"`,
    [teamId, channelId, ts, text, editedTs]
  )
}

export async function findEdit(sql: Sql, { teamId, channelId, ts }: ReplyKey): Promise<Edit | undefined> {
  const [row] = await sql.query(
    'select text, edited_ts as "editedTs" from followup.edited_reply where team_id = $1 and channel_id = $2 and ts = $3',
    [teamId, channelId, ts]
  )
  return row && editSchema.parse(row)
}

/** Puts in the names of those it mentions. False when the reply was edited again since. */
export async function nameEdit(
  sql: Sql,
  { teamId, channelId, ts }: ReplyKey,
  { text, editedTs }: Edit
): Promise<boolean> {
  const rows = await sql.query(
    'update followup.edited_reply set text = $4 where team_id = $1 and channel_id = $2 and ts = $3 and edited_ts = $5 returning ts',
    [teamId, channelId, ts, text, editedTs]
  )
  return rows.length > 0
}

/** Unless the reply was edited again since. */
export async function forgetEdit(
  sql: Sql,
  { teamId, channelId, ts }: ReplyKey,
  { editedTs }: Pick<Edit, 'editedTs'>
): Promise<void> {
  await sql.query(
    'delete from followup.edited_reply where team_id = $1 and channel_id = $2 and ts = $3 and edited_ts = $4',
    [teamId, channelId, ts, editedTs]
  )
}

/** Nobody expects to send a correction any more. */
export async function forgetOldEdits(sql: Sql, nowMs: number): Promise<void> {
  await sql.query('delete from followup.edited_reply where edited_ts::numeric * 1000 < $1', [nowMs - REMEMBER_MS])
}
