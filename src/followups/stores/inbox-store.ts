import { z } from 'zod'
import type { Sql } from '../../database/database.ts'
import { fileSchema } from '../../slack/attachments.ts'
import { type MessageKey, messageKeySchema } from '../model/message-ids.ts'

const messageSchema = messageKeySchema.extend({
  threadTs: z.string(),
  userId: z.string(),
  userTeamId: z.string(),
  text: z.string(),
  files: z.array(fileSchema),
  isDeleted: z.boolean(),
  /** Its author may have been told that it is not sent. */
  isAnswered: z.boolean(),
  /** Its timestamp, or that of its latest edit. Empty of an app_mention: whatever else Slack tells of that message is newer. */
  editedTs: z.string(),
  writtenAtMs: z.coerce.number(),
  receivedAtMs: z.coerce.number()
})

export type Message = z.output<typeof messageSchema>

type Version = MessageKey & Pick<Message, 'editedTs'>

const COLUMNS = `team_id as "teamId", channel_id as "channelId", ts, thread_ts as "threadTs", user_id as "userId",
  user_team_id as "userTeamId", text, files, is_deleted as "isDeleted", is_answered as "isAnswered", edited_ts as "editedTs",
  written_at_ms as "writtenAtMs", received_at_ms as "receivedAtMs"`
const KEY = 'team_id = $1 and channel_id = $2 and ts = $3'

/**
 * The project whose processes read it: that of what it became, unless that was dropped, or of its channel. Undefined if this edit is
 * older: Slack does not always deliver edits in the order they were made.
 */
export async function saveMessage(
  sql: Sql,
  projectId: string,
  message: Omit<Message, 'isAnswered'>
): Promise<string | undefined> {
  const [row] = await sql.query(
    `insert into followup.inbox as known (team_id, channel_id, ts, thread_ts, user_id, user_team_id, text, files, is_deleted,
       edited_ts, written_at_ms, received_at_ms, last_try_ms, project_id)
     select "teamId", "channelId", ts, "threadTs", "userId", "userTeamId", text, files, "isDeleted",
       "editedTs", "writtenAtMs", "receivedAtMs", "receivedAtMs", coalesce((select project_id from followup.followup
         where team_id = "teamId" and channel_id = "channelId" and reply_ts = ts and state <> 'dropped'), $2)
     from json_to_record($1) as new ("teamId" text, "channelId" text, ts text, "threadTs" text, "userId" text,
       "userTeamId" text, text text, files jsonb, "isDeleted" boolean, "editedTs" text, "writtenAtMs" bigint,
       "receivedAtMs" bigint)
     on conflict (team_id, channel_id, ts) do update set text = excluded.text, files = excluded.files,
       is_deleted = excluded.is_deleted, edited_ts = excluded.edited_ts, is_open = true,
       is_answered = known.is_answered and known.edited_ts = '' and excluded.edited_ts = known.ts,
       written_at_ms = excluded.written_at_ms, received_at_ms = excluded.received_at_ms, first_try_ms = null,
       last_try_ms = excluded.last_try_ms, project_id = excluded.project_id
     where not known.is_deleted and (excluded.is_deleted or known.edited_ts collate "C" < excluded.edited_ts collate "C")
     returning project_id as "projectId"`,
    [JSON.stringify(message), projectId]
  )
  return row && String(row.projectId)
}

/** Waits for a process that is reading it right now: what becomes of it is seen from then on. */
export async function lockMessage(sql: Sql, key: MessageKey): Promise<void> {
  await sql.query(`select from followup.inbox where ${KEY} for update`, valuesOf(key))
}

/** Notes that it is being read now. Undefined: it was read already, or its latest edit came to a bot of another project. */
export async function openMessage(
  sql: Sql,
  projectId: string,
  key: MessageKey,
  nowMs: number
): Promise<Message | undefined> {
  const [row] = await sql.query(
    `update followup.inbox set last_try_ms = $4, first_try_ms = coalesce(first_try_ms, $4)
     where ${KEY} and project_id = $5 and is_open returning ${COLUMNS}`,
    [...valuesOf(key), nowMs, projectId]
  )
  return row && messageSchema.parse(row)
}

/** A lock held up the reading: later replies wait a full minute for it again. */
export async function startTriesAnew(sql: Sql, key: MessageKey): Promise<void> {
  await sql.query(`update followup.inbox set first_try_ms = null where ${KEY} and is_open`, valuesOf(key))
}

export async function markAnswered(sql: Sql, { editedTs, ...key }: Version): Promise<void> {
  const values = [...valuesOf(key), editedTs]
  await sql.query(`update followup.inbox set is_answered = true where ${KEY} and edited_ts = $4`, values)
}

/** It was read, and its words are forgotten. False: it was read elsewhere, or is to be read again as its author has changed it. */
export async function closeMessage(sql: Sql, { editedTs, ...key }: Version): Promise<boolean> {
  const rows = await sql.query(
    `update followup.inbox set is_open = false, text = '', files = '[]' where ${KEY} and is_open and edited_ts = $4 returning ts`,
    [...valuesOf(key), editedTs]
  )
  return rows.length > 0
}

export async function findUnread(sql: Sql, key: MessageKey): Promise<Message | undefined> {
  const [row] = await sql.query(`select ${COLUMNS} from followup.inbox where ${KEY} and is_open`, valuesOf(key))
  return row && messageSchema.parse(row)
}

/** False if it was never stored. */
export async function wasRead(sql: Sql, key: MessageKey): Promise<boolean> {
  return (await sql.query(`select ts from followup.inbox where ${KEY} and not is_open`, valuesOf(key))).length > 0
}

const valuesOf = ({ teamId, channelId, ts }: MessageKey) => [teamId, channelId, ts]
