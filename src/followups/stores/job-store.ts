import { z } from 'zod'
import type { AgentJob } from '../../agent/agent-job.ts'
import type { Sql } from '../../database/database.ts'
import type { JobKey } from '../model/followup.ts'
import { type SeenJob, seenJobSchema, type Trouble } from '../model/seen.ts'
import { FINISHED } from './followup-store.ts'

/** What is stored of a name that may be of any length. */
const COMPARED_LETTERS = 500
const LATEST_ENDS = 20
/** From fewer, nobody should expect anything. */
const LEAST_ENDS = 5

/** Without the extreme fifths, and without what was reported late or was another run: nobody knows how long that took. */
export const USUAL = `(select json_build_object('fromMs', times[1], 'toMs', times[2]) from (
    select percentile_cont(array[0.2, 0.8]) within group (order by ms) as times, count(*) as count from (
      select coalesce(ended.progress ->> 'endedAtMs', ended.progress ->> 'atMs')::float8 - (ended.progress ->> 'sentAtMs')::float8 as ms from followup.followup as ended
      where ended.project_id = job.project_id and ${FINISHED}
        and left(ended.progress #>> '{job,source,repository}', ${COMPARED_LETTERS}) = left(job.record #>> '{source,repository}', ${COMPARED_LETTERS})
        and not ended.progress ?| array['late', 'earlier']
      order by (ended.progress ->> 'atMs')::numeric desc limit ${LATEST_ENDS}) as latest) as usual
  where count >= ${LEAST_ENDS}) as usual`

export const OF_JOB = 'project_id = $1 and job_id = $2'

/** Of a project, in SQL. */
export const READS_CLOSED_UNTIL_MS = (projectId: string) =>
  `coalesce((select reads_closed_until_ms from followup.project where project_id = ${projectId}), 0)`

export const NEVER_SEEN: SeenJob = { record: null, seenAtMs: null, trouble: null, lookNumber: 0 }

export const SEEN = 'record, seen_at_ms as "seenAtMs", trouble, look_number as "lookNumber"'

const seenJobsSchema = z.array(seenJobSchema.extend({ projectId: z.string(), jobId: z.string() }))

export async function findJobs(sql: Sql, keys: JobKey[]): Promise<(key: JobKey) => SeenJob> {
  const rows = await sql.query(
    `select project_id as "projectId", job_id as "jobId", ${SEEN} from followup.job
     where (project_id, job_id) in (select "projectId", "jobId" from json_to_recordset($1) as key ("projectId" text, "jobId" text))`,
    [JSON.stringify(keys)]
  )
  const jobs = seenJobsSchema.parse(rows)
  return ({ projectId, jobId }) => jobs.find(job => job.projectId === projectId && job.jobId === jobId) ?? NEVER_SEEN
}

export async function findJob(sql: Sql, { projectId, jobId }: JobKey): Promise<SeenJob> {
  const [row] = await sql.query(`select ${SEEN}, ${USUAL} from followup.job where ${OF_JOB}`, [projectId, jobId])
  return row === undefined ? NEVER_SEEN : seenJobSchema.parse(row)
}

/** However many steps of a job begin at once, they keep one connection. Only for the first that a transaction does. */
export const waitForTurn = async (sql: Sql, { projectId, jobId }: JobKey) => sql.waitForTurn?.(`${projectId} ${jobId}`)

/** Anything that changes a job's line holds this lock until its transaction ends. Returns what is known about the job. */
export async function lockJob(sql: Sql, key: JobKey): Promise<SeenJob> {
  await waitForTurn(sql, key)
  // Whoever inserts it at the same time has the lock: this waits for them, and finds what they wrote.
  const [row] = await sql.query(
    `with known as (select ${SEEN} from followup.job where ${OF_JOB} for update),
     new as (
       insert into followup.job (project_id, job_id) select $1, $2 where not exists (select from known)
       on conflict (project_id, job_id) do update set job_id = excluded.job_id returning ${SEEN})
     select * from known union all select * from new`,
    [key.projectId, key.jobId]
  )
  return row === undefined ? NEVER_SEEN : seenJobSchema.parse(row)
}

export async function lockJobOf(sql: Sql, followupId: string): Promise<void> {
  await sql.query(
    `select from followup.job
     where (project_id, job_id) = (select project_id, job_id from followup.followup where id = $1) for update`,
    [followupId]
  )
}

export async function addJob(sql: Sql, { projectId, jobId }: JobKey, job: AgentJob, nowMs: number): Promise<void> {
  const values = [projectId, jobId, JSON.stringify(job), nowMs]
  await sql.write('insert into followup.job (project_id, job_id, record, seen_at_ms) values ($1, $2, $3, $4)', values)
}

export async function saveSeen(sql: Sql, { projectId, jobId }: JobKey, job: AgentJob, nowMs: number): Promise<void> {
  await sql.write(`update followup.job set record = $3, seen_at_ms = $4, trouble = null where ${OF_JOB}`, [
    projectId,
    jobId,
    JSON.stringify(job),
    nowMs
  ])
}

export async function saveTrouble(sql: Sql, { projectId, jobId }: JobKey, trouble: Trouble): Promise<void> {
  const values = [projectId, jobId, JSON.stringify(trouble)]
  await sql.write(`update followup.job set trouble = $3 where ${OF_JOB}`, values)
}

const numberSchema = z.object({ number: z.number() })

/** Numbers the next look at the job. Looks with an older number are skipped, so one poll serves everyone. */
export async function nextLookNumber(sql: Sql, { projectId, jobId }: JobKey, atMs: number): Promise<number> {
  await waitForTurn(sql, { projectId, jobId })
  // It may just have been forgotten.
  const [row] = await sql.query(
    `insert into followup.job as job (project_id, job_id, look_number, look_at_ms) values ($1, $2, 1, $3)
     on conflict (project_id, job_id) do update set look_number = job.look_number + 1, look_at_ms = $3
     returning look_number as number`,
    [projectId, jobId, Math.round(atMs)]
  )
  return numberSchema.parse(row).number
}
