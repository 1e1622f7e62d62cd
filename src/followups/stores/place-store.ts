import { z } from 'zod'
import type { Sql } from '../../database/database.ts'
import type { Followup } from '../rules/followup.ts'
import { messageId } from '../rules/message-ids.ts'
import { LINE } from './followup-store.ts'

type Wanted = Pick<Followup, 'projectId' | 'jobId' | 'teamId' | 'channelId'>

/** The newest thread of the job in this channel that goes on. */
export async function findOpenThread(
  sql: Sql,
  { projectId, jobId, teamId, channelId }: Wanted
): Promise<{ teamId: string; channelId: string; threadTs: string } | undefined> {
  const [row] = await sql.query(
    `select thread_ts as "threadTs" from followup.thread
     where project_id = $1 and job_id = $2 and team_id = $3 and channel_id = $4 and closed_because is null
     order by thread_ts desc limit 1`,
    [projectId, jobId, teamId, channelId]
  )
  return row && { teamId, channelId, threadTs: z.string().parse(row.threadTs) }
}

export async function joinThread(sql: Sql, id: string, threadTs: string): Promise<void> {
  await sql.query('update followup.followup set thread_ts = $2 where id = $1', [id, threadTs])
}

/** Typed for the same job in the same channel, and still without a thread. */
const WITHOUT_PLACE = `project_id = $1 and job_id = $2 and team_id = $3 and channel_id = $4
  and thread_ts is null and reply_ts is null and state = 'accepted'`

export async function withoutPlace(
  sql: Sql,
  { projectId, jobId, teamId, channelId }: Wanted,
  sinceMs = 0
): Promise<string[]> {
  const rows = await sql.query(
    `select id from followup.followup where ${WITHOUT_PLACE} and written_at_ms > $5 order by ${LINE}`,
    [projectId, jobId, teamId, channelId, sinceMs]
  )
  return z
    .array(z.object({ id: z.string() }))
    .parse(rows)
    .map(({ id }) => id)
}

/** Of those typed since then; one that was typed earlier waits for nobody. */
export async function isFirstWithoutPlace(sql: Sql, followup: Followup, sinceMs: number): Promise<boolean> {
  const [first = followup.id] = await withoutPlace(sql, followup, sinceMs)
  return first === followup.id || followup.writtenAtMs <= sinceMs
}

/** Follow-ups that should have had their card, or a thread, long ago. */
export async function lateWithoutPlace(sql: Sql, projectId: string, lateMs: number): Promise<string[]> {
  const rows = await sql.query(
    `select id from followup.followup where project_id = $1 and state = 'accepted' and thread_ts is null
     and written_at_ms < $2 and not exists (select from followup.post where post.id = followup.id || $3)`,
    [projectId, lateMs, messageId('', 'card')]
  )
  return z
    .array(z.object({ id: z.string() }))
    .parse(rows)
    .map(({ id }) => id)
}
