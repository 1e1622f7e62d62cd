import { z } from 'zod'
import type { Sql } from '../../database/database.ts'
import type { JobKey, ThreadKey } from '../model/followup.ts'
import { type Thread, type ThreadClosed, threadSchema } from '../model/thread.ts'

export const THREAD = `team_id as "teamId", channel_id as "channelId", thread_ts as "threadTs", project_id as "projectId",
  job_id as "jobId", last_check as "lastCheck", closed_because as "closedBecause"`

export async function findThread(sql: Sql, { teamId, channelId, threadTs }: ThreadKey): Promise<Thread | undefined> {
  const [row] = await sql.query(
    `select ${THREAD} from followup.thread where team_id = $1 and channel_id = $2 and thread_ts = $3`,
    [teamId, channelId, threadTs]
  )
  return row === undefined ? undefined : threadSchema.parse(row)
}

/** The thread in which a job goes on in a channel. */
export async function findOpenThread(
  sql: Sql,
  { teamId, channelId }: Pick<ThreadKey, 'teamId' | 'channelId'>,
  { projectId, jobId }: JobKey
): Promise<Thread | undefined> {
  const [row] = await sql.query(
    `select ${THREAD} from followup.thread where team_id = $1 and channel_id = $2 and project_id = $3 and job_id = $4
     and closed_because is null order by thread_ts desc limit 1`,
    [teamId, channelId, projectId, jobId]
  )
  return row === undefined ? undefined : threadSchema.parse(row)
}

export async function saveLastCheck(
  sql: Sql,
  { teamId, channelId, threadTs }: ThreadKey,
  by: string,
  atMs: number
): Promise<void> {
  await sql.query(
    'update followup.thread set last_check = $4 where team_id = $1 and channel_id = $2 and thread_ts = $3',
    [teamId, channelId, threadTs, JSON.stringify({ by, atMs })]
  )
}

/** For good: the first reason stays. */
export async function saveThreadClosed(
  sql: Sql,
  { teamId, channelId, threadTs }: ThreadKey,
  because: ThreadClosed,
  nowMs: number
): Promise<void> {
  await sql.query(
    `update followup.thread set closed_because = coalesce(closed_because, $4), closed_at_ms = coalesce(closed_at_ms, $5)
     where team_id = $1 and channel_id = $2 and thread_ts = $3`,
    [teamId, channelId, threadTs, because, nowMs]
  )
}

const REMEMBER_MS = 90 * 24 * 3_600_000

/** What was chosen for threads that were closed long ago. Nobody asks about these threads again. */
export async function forgetClosedThreads(sql: Sql, nowMs: number): Promise<void> {
  await sql.query(
    `with closed as (update followup.thread set closed_at_ms = null where closed_at_ms < $1
       returning team_id, channel_id, thread_ts)
     delete from followup.setting using closed
     where setting.team_id = closed.team_id and place = channel_id || '/' || thread_ts`,
    [nowMs - REMEMBER_MS]
  )
}

const threadsSchema = z.array(threadSchema)

/** All threads the job has ever had. */
export async function threadsOfJob(sql: Sql, { projectId, jobId }: JobKey): Promise<Thread[]> {
  const rows = await sql.query(`select ${THREAD} from followup.thread where project_id = $1 and job_id = $2`, [
    projectId,
    jobId
  ])
  return threadsSchema.parse(rows)
}
