import { z } from 'zod'
import type { Sql } from '../../database/database.ts'
import { followupSchema, isIn, type JobKey, type ThreadKey, UNSENT } from '../rules/followup.ts'
import type { Hold } from '../rules/hold.ts'
import { COLUMNS, LINE } from './followup-store.ts'

export async function findHold(sql: Sql, { projectId, jobId }: JobKey): Promise<Hold | undefined> {
  const [row] = await sql.query(
    `select ${COLUMNS}, count(*) over () - 1 as behind from followup.followup
     where project_id = $1 and job_id = $2 and state = any($3) order by ${LINE} limit 1`,
    [projectId, jobId, UNSENT]
  )
  if (row === undefined) return undefined
  const { behind, ...first } = followupSchema.extend({ behind: z.coerce.number() }).parse(row)
  return isIn(first, 'held') ? { first, behind } : undefined
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
