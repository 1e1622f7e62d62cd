import { z } from 'zod'
import type { Sql } from '../../database/database.ts'
import { type InPlay, isInPlay, WORK_EXPECTED_MS } from '../rules/decide-looks.ts'
import { followupSchema, type In, isIn, type JobKey } from '../rules/followup.ts'
import { COLUMNS, LINE } from './followup-store.ts'

export async function watchedFollowups(sql: Sql, { projectId, jobId }: JobKey): Promise<In<'watching'>[]> {
  const rows = await sql.query(
    `select ${COLUMNS} from followup.followup where project_id = $1 and job_id = $2 and state = 'watching' order by ${LINE}`,
    [projectId, jobId]
  )
  return z
    .array(followupSchema)
    .parse(rows)
    .filter(followup => isIn(followup, 'watching'))
}

/** The job's results are no longer checked for a late link. */
export async function forgetLateLinks(sql: Sql, { projectId, jobId }: JobKey): Promise<void> {
  await sql.query(
    `update followup.followup set progress = progress - 'linkUntilMs', version = version + 1
     where project_id = $1 and job_id = $2 and progress ? 'linkUntilMs'`,
    [projectId, jobId]
  )
}

/** Follow-ups that a look at the job can still tell about, in the order they were sent. */
export async function followupsInPlay(sql: Sql, { projectId, jobId }: JobKey, nowMs: number): Promise<InPlay[]> {
  const rows = await sql.query(
    `select ${COLUMNS} from followup.followup where project_id = $1 and job_id = $2 and (state = 'watching'
       or state = 'unwatched' and (progress ->> 'sentAtMs')::numeric > $3
       or state = 'finished' and progress ? 'linkUntilMs')
     order by (progress ->> 'sentAtMs')::numeric, ${LINE}`,
    [projectId, jobId, nowMs - WORK_EXPECTED_MS]
  )
  return z.array(followupSchema).parse(rows).filter(isInPlay)
}

/** What was sent to the job last until then, or is being sent, whatever became of it. */
export async function findLastSent(
  sql: Sql,
  { projectId, jobId }: JobKey,
  untilMs: number
): Promise<{ id: string; atMs: number } | undefined> {
  const [row] = await sql.query(
    `select id, at as "atMs" from followup.followup,
       lateral (select (progress ->> case state when 'sending' then 'sinceMs' else 'sentAtMs' end)::numeric as at) as sent
     where project_id = $1 and job_id = $2 and at <= $3 order by at desc, written_at_ms desc, length(id) desc, id desc limit 1`,
    [projectId, jobId, untilMs]
  )
  return row && z.object({ id: z.string(), atMs: z.coerce.number() }).parse(row)
}
