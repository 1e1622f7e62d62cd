import type { Sql } from '../../database/database.ts'
import { followupsSchema, type In, isIn, type JobKey } from '../model/followup.ts'
import { COLUMNS, LINE } from './followup-store.ts'

/** It waits until its job is idle. */
export const FOR_IDLE = `state = 'waiting' and progress -> 'wait' ->> 'what' = 'idle'`
const FOR_TIME = `progress -> 'wait' ->> 'what' = 'time'`

/** How many of these wait, and for what. */
export const countWaiting = (instructions: string) =>
  `(select json_build_object('idle', count(*) filter (where ${FOR_IDLE}), 'timed', count(*) filter (where ${FOR_TIME}))
    from ${instructions} and state = 'waiting')`

/** What waits to go out to a job, in the order it was written. */
export async function waitingForJob(sql: Sql, { projectId, jobId }: JobKey): Promise<In<'waiting'>[]> {
  const rows = await sql.query(
    `select ${COLUMNS} from followup.followup where project_id = $1 and job_id = $2 and state = 'waiting' order by ${LINE}`,
    [projectId, jobId]
  )
  return followupsSchema.parse(rows).filter(followup => isIn(followup, 'waiting'))
}
