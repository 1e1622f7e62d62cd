import { z } from 'zod'
import type { Sql } from '../../database/database.ts'
import { type Send, sendSchema } from '../rules/elsewhere.ts'
import type { JobKey } from '../rules/followup.ts'
import { messageId } from '../rules/message-ids.ts'
import { LINE } from './followup-store.ts'

// As far back as anybody wants to know.
const LATEST_INSTRUCTIONS = 100

/** What went out to a job that has several threads, in that order. `job` is the project's and the job's id, in SQL. */
export const sendsOf = (job: string) =>
  `select id, job_id as "jobId", team_id as "teamId", channel_id as "channelId", thread_ts as "threadTs", requester_id as "requesterId",
     (progress ->> 'sentAtMs')::float8 as "sentAtMs", (progress ->> 'finishedAtMs')::float8 as "finishedAtMs",
     state = 'watching' and not progress ? 'told' as "isUnderWay",
     (select is_public from followup.thread where thread.team_id = latest.team_id and thread.channel_id = latest.channel_id
       and thread.thread_ts = latest.thread_ts) as "isPublic"
   from (select * from followup.followup where (project_id, job_id) = (${job})
     and (select count(*) from followup.thread where (project_id, job_id) = (${job})) > 1
     order by written_at_ms desc limit ${LATEST_INSTRUCTIONS}) as latest
   where state in ('watching', 'finished', 'unwatched') order by "sentAtMs", ${LINE}`

const sendsSchema = z.array(sendSchema)

export async function findSends(sql: Sql, { projectId, jobId }: JobKey): Promise<Send[]> {
  return sendsSchema.parse(await sql.query(sendsOf('select $1, $2'), [projectId, jobId]))
}

/** Those in whose threads it was said what others sent. */
export async function findNoted(sql: Sql, sends: Send[]): Promise<Set<string>> {
  const rows = await sql.query(
    'select followup_id as id from followup.post where id in (select unnest($1::text[]) || $2)',
    [sends.map(({ id }) => id), messageId('', 'elsewhere')]
  )
  return new Set(rows.map(({ id }) => String(id)))
}

/** Which of a job's threads are in public channels. */
export async function savePublic(sql: Sql, { projectId, jobId }: JobKey, channelIds: string[]): Promise<void> {
  await sql.query(
    `update followup.thread set is_public = channel_id = any($3)
     where project_id = $1 and job_id = $2 and is_public is distinct from (channel_id = any($3))`,
    [projectId, jobId, channelIds]
  )
}
