import { z } from 'zod'
import type { Sql } from '../../database/database.ts'
import { followupSchema, isIn, type JobKey, type ThreadKey, threadKeySchema, UNSENT } from '../model/followup.ts'
import type { Hold } from '../model/hold.ts'
import { COLUMNS } from './followup-store.ts'
import { IN_LINE, NEXT_FIRST } from './line-store.ts'

/** The first in a job's line, and how many are behind it. `job` is the project's and the job's id, in SQL. */
export const firstAndBehind = (job: string) =>
  `select ${COLUMNS}, count(*) over () - 1 as behind from followup.followup
   where (project_id, job_id) = (${job}) and ${IN_LINE} order by ${NEXT_FIRST} limit 1`

export const firstAndBehindSchema = followupSchema.extend({ behind: z.coerce.number() })

export function toHold({ behind, ...first }: z.output<typeof firstAndBehindSchema>): Hold | undefined {
  return isIn(first, 'held') ? { first, behind } : undefined
}

export const findHold = async (sql: Sql, job: JobKey): Promise<Hold | undefined> => (await findHolds(sql, [job]))(job)

const firstsSchema = z.array(firstAndBehindSchema)

/** What holds up each of these jobs' lines. */
export async function findHolds(sql: Sql, jobs: JobKey[]): Promise<(job: JobKey) => Hold | undefined> {
  const rows = await sql.query(
    `select line.* from json_to_recordset($1) as asked ("projectId" text, "jobId" text),
     lateral (${firstAndBehind('asked."projectId", asked."jobId"')}) as line`,
    [JSON.stringify(jobs.map(({ projectId, jobId }) => ({ projectId, jobId })))]
  )
  const firsts = firstsSchema.parse(rows)
  return job => {
    const first = firsts.find(({ projectId, jobId }) => projectId === job.projectId && jobId === job.jobId)
    return first && toHold(first)
  }
}

const threadsSchema = z.array(threadKeySchema)

/** The threads of all that wait in a job's line. */
export async function threadsInLine(sql: Sql, { projectId, jobId }: JobKey): Promise<ThreadKey[]> {
  const rows = await sql.query(
    `select distinct team_id as "teamId", channel_id as "channelId", thread_ts as "threadTs" from followup.followup
     where project_id = $1 and job_id = $2 and state = any($3) and thread_ts is not null`,
    [projectId, jobId, UNSENT]
  )
  return threadsSchema.parse(rows)
}
