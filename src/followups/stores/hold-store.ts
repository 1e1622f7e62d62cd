import { z } from 'zod'
import type { Sql } from '../../database/database.ts'
import { followupSchema, isIn, type JobKey, type ThreadKey, UNSENT } from '../rules/followup.ts'
import type { Hold } from '../rules/hold.ts'
import { COLUMNS, LINE } from './followup-store.ts'

/** The first in a job's line, and how many are behind it. `job` selects the project's and the job's id. */
export const firstAndBehind = (job: string) =>
  `select ${COLUMNS}, count(*) over () - 1 as behind from followup.followup
   where (project_id, job_id) = (${job}) and state in ('accepted', 'held', 'sending') order by ${LINE} limit 1`

export const firstAndBehindSchema = followupSchema.extend({ behind: z.coerce.number() })

export function toHold({ behind, ...first }: z.output<typeof firstAndBehindSchema>): Hold | undefined {
  return isIn(first, 'held') ? { first, behind } : undefined
}

export async function findHold(sql: Sql, { projectId, jobId }: JobKey): Promise<Hold | undefined> {
  const [row] = await sql.query(firstAndBehind('select $1::text, $2::text'), [projectId, jobId])
  return row && toHold(firstAndBehindSchema.parse(row))
}

/** The threads of all that wait in a job's line. */
export async function threadsInLine(sql: Sql, { projectId, jobId }: JobKey): Promise<ThreadKey[]> {
  const rows = await sql.query(
    `select distinct team_id as "teamId", channel_id as "channelId", thread_ts as "threadTs" from followup.followup
     where project_id = $1 and job_id = $2 and state = any($3) and thread_ts is not null`,
    [projectId, jobId, UNSENT]
  )
  return z.array(z.object({ teamId: z.string(), channelId: z.string(), threadTs: z.string() })).parse(rows)
}
