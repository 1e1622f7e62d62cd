import { z } from 'zod'
import type { Sql } from '../../database/database.ts'
import { type Followup, followupSchema, type JobKey, UNSENT } from '../rules/followup.ts'
import { COLUMNS, LINE } from './followup-store.ts'

// The line of each job: what is about to be sent to it.

/** Nothing goes out beside what is on its way: an instruction whose time came earlier may enter the line only after that went. */
export const NEXT_FIRST = `state <> 'sending', ${LINE}`

/** Without those that are leaving the line. */
export async function firstInLine(
  sql: Sql,
  { projectId, jobId }: JobKey,
  leaving: string[]
): Promise<Followup | undefined> {
  const [row] = await sql.query(
    `select ${COLUMNS} from followup.followup
     where project_id = $1 and job_id = $2 and state = any($3) and id <> all($4) order by ${NEXT_FIRST} limit 1`,
    [projectId, jobId, UNSENT, leaving]
  )
  return row === undefined ? undefined : followupSchema.parse(row)
}

/** Spelled out, so that PostgreSQL uses the index of what is under way. */
export const IN_LINE = `state in ('${UNSENT.join("', '")}')`

const statesSchema = z.array(z.object({ id: z.string(), state: z.string() }))

/** The first in each job's line, and what waits for a time, if long overdue. Some process may still be sending the first. */
export async function overdueInLine(
  sql: Sql,
  projectId: string,
  { lateMs, sentLateMs }: { lateMs: number; sentLateMs: number }
): Promise<{ id: string; state: string }[]> {
  const rows = await sql.query(
    `select id, state from (
       select distinct on (project_id, job_id) id, state, thread_ts, written_at_ms, progress from followup.followup
       where ${IN_LINE} and project_id = $3 order by project_id, job_id, ${NEXT_FIRST}
     ) as first
     where (thread_ts is not null or state <> 'accepted') and case state
       when 'sending' then (progress ->> 'sinceMs')::numeric < $2
       when 'held' then (progress ->> 'untilMs')::numeric < $1
       else written_at_ms < $1 end
     union all select id, state from followup.followup
       where state = 'waiting' and project_id = $3 and (progress -> 'wait' ->> 'atMs')::numeric < $1`,
    [lateMs, sentLateMs, projectId]
  )
  return statesSchema.parse(rows)
}
