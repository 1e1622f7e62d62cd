import { z } from 'zod'
import type { Sql } from '../../database/database.ts'
import type { JobKey } from '../model/followup.ts'
import { type JobWatch, jobWatchSchema } from '../model/job-watch.ts'
import { OF_JOB } from './job-store.ts'

type WatchKey = JobKey & Pick<JobWatch, 'teamId' | 'userId'>

export const WATCH = `id, project_id as "projectId", job_id as "jobId", team_id as "teamId", user_id as "userId",
  thread_url as "threadUrl", since_ms as "sinceMs", saw_work as "sawWork", ended`

const KEY = `${OF_JOB} and team_id = $3 and user_id = $4`

const valuesOf = ({ projectId, jobId, teamId, userId }: WatchKey) => [projectId, jobId, teamId, userId]

/** False if they have asked already: then they may see it where they asked last. */
export async function addWatch(sql: Sql, watch: Omit<JobWatch, 'id' | 'ended'>): Promise<boolean> {
  const rows = await sql.query(
    `insert into followup.watch (project_id, job_id, team_id, user_id, thread_url, since_ms, saw_work)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (project_id, job_id, team_id, user_id) do update
       set (id, thread_url, since_ms, saw_work, ended) = (excluded.id, excluded.thread_url, excluded.since_ms, excluded.saw_work, null)
       where watch.is_told
     returning id`,
    [...valuesOf(watch), watch.threadUrl, watch.sinceMs, watch.sawWork]
  )
  if (rows.length > 0) return true
  await sql.query(`update followup.watch set thread_url = $5 where ${KEY}`, [...valuesOf(watch), watch.threadUrl])
  return false
}

/** False if there is none. */
export async function removeWatch(sql: Sql, key: WatchKey): Promise<boolean> {
  const removed = await sql.query(`delete from followup.watch where ${KEY} and not is_told returning id`, valuesOf(key))
  return removed.length > 0
}

/** Those that are over are forgotten; the others keep what is known now. Returns the ids of those that nobody took back meanwhile. */
export async function saveWatches(sql: Sql, over: JobWatch[], changed: JobWatch[]): Promise<Set<string>> {
  const ended =
    over.length === 0
      ? []
      : await sql.query('delete from followup.watch where id = any($1) returning id', [over.map(({ id }) => id)])
  const kept =
    changed.length === 0
      ? []
      : await sql.query(
          `update followup.watch set saw_work = new."sawWork", ended = new.ended
           from jsonb_to_recordset($1) as new (id text, "sawWork" boolean, ended jsonb) where watch.id = new.id returning watch.id`,
          [JSON.stringify(changed)]
        )
  return new Set([...ended, ...kept].map(({ id }) => String(id)))
}

const jobWatchesSchema = z.array(jobWatchSchema)

export async function watchesOfJob(sql: Sql, { projectId, jobId }: JobKey): Promise<JobWatch[]> {
  const rows = await sql.query(`select ${WATCH} from followup.watch where ${OF_JOB}`, [projectId, jobId])
  return jobWatchesSchema.parse(rows)
}
