import { z } from 'zod'
import type { Sql } from '../../database/database.ts'
import type { ReplyKey } from './reply-store.ts'

const editSchema = z.object({ text: z.string(), editedTs: z.string() })

/** What a reply says since its author edited it. */
export type Edit = z.output<typeof editSchema>

/** Whose reply it is, and where they wrote it. */
const sourceSchema = z.object({ userId: z.string().nullable(), threadTs: z.string().nullable() })
export type EditSource = z.output<typeof sourceSchema>

const NOBODY: EditSource = { userId: null, threadTs: null }

const KEY = 'team_id = $1 and channel_id = $2 and ts = $3'

const REMEMBER_MS = 25 * 3_600_000

/** Slack does not always deliver edits in the order they were made: the newest one stays. */
export async function saveEdit(
  sql: Sql,
  key: ReplyKey,
  { text, editedTs }: Edit,
  { userId, threadTs } = NOBODY
): Promise<void> {
  await sql.query(
    `insert into followup.edited_reply as known (team_id, channel_id, ts, text, edited_ts, user_id, thread_ts)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (team_id, channel_id, ts) do update set text = excluded.text, edited_ts = excluded.edited_ts
       where known.edited_ts collate "C" < excluded.edited_ts collate "C"`,
    [...valuesOf(key), text, editedTs, userId, threadTs]
  )
}

/** Nothing comes after a deletion, so it is kept as later than any edit, whatever Slack's clock says, and no words are. */
export async function saveDeletion(sql: Sql, key: ReplyKey, nowMs: number): Promise<void> {
  await saveEdit(sql, key, { text: '', editedTs: toTs(nowMs + REMEMBER_MS) })
  await sql.query(
    `update followup.edited_reply set kept_text = null, kept_ts = null, given_back = null where ${KEY}`,
    valuesOf(key)
  )
}

const toTs = (ms: number) => (ms / 1_000).toFixed(6)

export async function findEdit(sql: Sql, key: ReplyKey): Promise<(Edit & EditSource) | undefined> {
  const [row] = await sql.query(
    `select text, edited_ts as "editedTs", user_id as "userId", thread_ts as "threadTs" from followup.edited_reply
     where ${KEY}`,
    valuesOf(key)
  )
  return row && editSchema.extend(sourceSchema.shape).parse(row)
}

/**
 * Stores the words with the names of those they mention: they stay if a later edit is undone. False when the reply was edited
 * again since.
 */
export async function takeWords(sql: Sql, key: ReplyKey, { text, editedTs }: Edit): Promise<boolean> {
  const rows = await sql.query(
    `update followup.edited_reply set text = $4, kept_text = $4, kept_ts = edited_ts where ${KEY} and edited_ts = $5
     returning ts`,
    [...valuesOf(key), text, editedTs]
  )
  return rows.length > 0
}

type Which = Pick<Edit, 'editedTs'>

/** Brings back the words before it, unless the reply was edited again since. */
export async function undoEdit(sql: Sql, key: ReplyKey, which: Which): Promise<void> {
  const rows = await sql.query(
    `update followup.edited_reply set text = kept_text, edited_ts = kept_ts
     where ${KEY} and edited_ts = $4 and kept_ts is not null returning ts`,
    [...valuesOf(key), which.editedTs]
  )
  if (rows.length === 0) await forgetEdit(sql, key, which)
}

/** Drops the edit, unless the reply was edited again since. */
export async function forgetEdit(sql: Sql, key: ReplyKey, { editedTs }: Which): Promise<void> {
  await sql.query(`delete from followup.edited_reply where ${KEY} and edited_ts = $4`, [...valuesOf(key), editedTs])
}

/** Nobody expects to send a correction any more. Slack’s timestamps are all of one length, so they are compared as they are. */
export async function forgetOldEdits(sql: Sql, nowMs: number): Promise<void> {
  await sql.query('delete from followup.edited_reply where edited_ts collate "C" < $1', [toTs(nowMs - REMEMBER_MS)])
}

const valuesOf = ({ teamId, channelId, ts }: ReplyKey) => [teamId, channelId, ts]
