import { z } from 'zod'
import type { Sql } from '../../database/database.ts'

const draftSchema = z.object({
  projectId: z.string(),
  teamId: z.string(),
  channelId: z.string(),
  requesterId: z.string(),
  words: z.string(),
  replyTs: z.string().nullable(),
  fileCount: z.number()
})

/** Words whose author has yet to say which job they are for. */
export type Draft = z.output<typeof draftSchema>

const REMEMBER_MS = 25 * 3_600_000

const idSchema = z.object({ id: z.string() })

/** Returns its id. */
export async function saveDraft(sql: Sql, draft: Draft, nowMs: number): Promise<string> {
  const { projectId, teamId, channelId, requesterId, words, replyTs, fileCount } = draft
  const [row] = await sql.query(
    `insert into followup.draft (project_id, team_id, channel_id, requester_id, words, reply_ts, file_count, written_at_ms)
     values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
    [projectId, teamId, channelId, requesterId, words, replyTs, fileCount, nowMs]
  )
  return idSchema.parse(row).id
}

/** Takes it, once. Undefined: it was taken before, or belongs to somebody else. */
export async function takeDraft(
  sql: Sql,
  id: string,
  { projectId, requesterId, channelId }: Pick<Draft, 'projectId' | 'requesterId' | 'channelId'>
): Promise<Draft | undefined> {
  const [row] = await sql.query(
    `delete from followup.draft where id = $1 and project_id = $2 and requester_id = $3 and channel_id = $4
     returning project_id as "projectId", team_id as "teamId", channel_id as "channelId", requester_id as "requesterId", words,
       reply_ts as "replyTs", file_count as "fileCount"`,
    [id, projectId, requesterId, channelId]
  )
  return row && draftSchema.parse(row)
}

export async function forgetOldDrafts(sql: Sql, nowMs: number): Promise<void> {
  await sql.query('delete from followup.draft where written_at_ms < $1', [nowMs - REMEMBER_MS])
}
