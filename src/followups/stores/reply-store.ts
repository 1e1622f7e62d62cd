import { z } from 'zod'
import type { Sql } from '../../database/database.ts'

export type ReplyKey = { teamId: string; channelId: string; ts: string }

export const replySchema = z.object({
  teamId: z.string(),
  channelId: z.string(),
  ts: z.string(),
  threadTs: z.string(),
  userId: z.string(),
  userTeamId: z.string(),
  text: z.string(),
  fileCount: z.number(),
  /** Later than its timestamp if it was read anew once it was edited. */
  writtenAtMs: z.coerce.number(),
  receivedAtMs: z.coerce.number(),
  /** The job that it names, if it was said to the bot outside a thread. */
  named: z.object({ projectId: z.string(), jobId: z.string() }).nullable()
})

/** A person's message in a thread or to the bot, not decided on yet. */
export type Reply = z.output<typeof replySchema>

const COLUMNS = `team_id as "teamId", channel_id as "channelId", ts, thread_ts as "threadTs", user_id as "userId",
  user_team_id as "userTeamId", text, file_count as "fileCount", written_at_ms as "writtenAtMs", received_at_ms as "receivedAtMs",
  case when named_job_id is not null then json_build_object('projectId', named_project_id, 'jobId', named_job_id) end as named`
const KEY = 'team_id = $1 and channel_id = $2 and ts = $3'

export async function insertReply(sql: Sql, reply: Reply & { isInstruction: boolean }): Promise<void> {
  const { teamId, channelId, ts, threadTs, userId, userTeamId, text, fileCount, isInstruction, named } = reply
  await sql.query(
    `insert into followup.reply (team_id, channel_id, ts, thread_ts, user_id, user_team_id, text, file_count, is_instruction,
       written_at_ms, received_at_ms, last_try_ms, named_project_id, named_job_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11, $12, $13) on conflict do nothing`,
    [
      teamId,
      channelId,
      ts,
      threadTs,
      userId,
      userTeamId,
      text,
      fileCount,
      isInstruction,
      reply.writtenAtMs,
      reply.receivedAtMs,
      named?.projectId,
      named?.jobId
    ]
  )
}

/** Notes that it is being looked at now; undefined when it was already decided on. */
export async function takeUpReply(sql: Sql, key: ReplyKey, nowMs: number): Promise<Reply | undefined> {
  const [row] = await sql.query(
    `update followup.reply set last_try_ms = $4, first_try_ms = coalesce(first_try_ms, $4) where ${KEY} returning ${COLUMNS}`,
    [...valuesOf(key), nowMs]
  )
  return row === undefined ? undefined : replySchema.parse(row)
}

/** Deletes a reply that was decided on, and returns it. Undefined: another process was faster, or its author deleted it. */
export async function closeReply(sql: Sql, key: ReplyKey): Promise<Reply | undefined> {
  const [row] = await sql.query(`delete from followup.reply where ${KEY} returning ${COLUMNS}`, valuesOf(key))
  return row === undefined ? undefined : replySchema.parse(row)
}

export async function findOpenReply(sql: Sql, key: ReplyKey): Promise<Reply | undefined> {
  const [row] = await sql.query(`select ${COLUMNS} from followup.reply where ${KEY}`, valuesOf(key))
  return row && replySchema.parse(row)
}

/** Its author edited it before it was decided on. Undefined: it was decided on. */
export async function changeOpenReply(
  sql: Sql,
  key: ReplyKey,
  text: string,
  isInstruction: boolean
): Promise<Reply | undefined> {
  const [row] = await sql.query(
    `update followup.reply set text = $4, is_instruction = $5 where ${KEY} returning ${COLUMNS}`,
    [...valuesOf(key), text, isInstruction]
  )
  return row && replySchema.parse(row)
}

export async function isReplyOpen(sql: Sql, key: ReplyKey): Promise<boolean> {
  return (await sql.query(`select from followup.reply where ${KEY}`, valuesOf(key))).length > 0
}

const repliesSchema = z.array(z.object({ teamId: z.string(), channelId: z.string(), ts: z.string() }))

/** Replies that have been left waiting too long, in the project's threads or in a thread that belongs to no project. */
export async function lateReplies(sql: Sql, projectId: string, lateMs: number): Promise<ReplyKey[]> {
  const rows = await sql.query(
    `select team_id as "teamId", channel_id as "channelId", ts from followup.reply
     left join followup.thread using (team_id, channel_id, thread_ts)
     where last_try_ms < $1 and coalesce(project_id, named_project_id, $2) = $2`,
    [lateMs, projectId]
  )
  return repliesSchema.parse(rows)
}

const valuesOf = ({ teamId, channelId, ts }: ReplyKey) => [teamId, channelId, ts]
