import type { Sql } from '../../database/database.ts'
import { type Followup, followupSchema, type JobKey, UNSENT } from '../model/followup.ts'
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
