import { z } from 'zod'
import type { Sql } from '../../database/database.ts'
import { followupSchema, type ThreadKey } from '../rules/followup.ts'
import { seenJobSchema } from '../rules/seen-job.ts'
import type { ThreadStatus } from '../rules/thread-status.ts'

// A call to Slack times out after 10 s, and can still take effect a moment later.
const ASKING_IS_OVER_MS = 15_000

const THREAD = 'team_id = $1 and channel_id = $2 and thread_ts = $3'
// A time in the future was written by a wrong clock.
const IS_FREE = `(known.asking_since_ms is null or known.asking_since_ms > $4 or known.asking_since_ms <= $4 - ${ASKING_IS_OVER_MS})`

const statusSchema = z.object({
  shownAtMs: z.number().nullable(),
  isBeingAsked: z.boolean(),
  threads: z.coerce.number()
})
const watchedSchema = z.object({
  jobId: z.string(),
  ...seenJobSchema.pick({ record: true }).shape,
  followups: z.array(followupSchema.pick({ progress: true }))
})
type Watched = z.output<typeof watchedSchema>

const threadsSchema = z.array(z.object({ teamId: z.string(), channelId: z.string(), threadTs: z.string() }))

export async function findThreadStatus(
  sql: Sql,
  thread: ThreadKey,
  { projectId, nowMs }: { projectId: string; nowMs: number }
): Promise<ThreadStatus & { isBeingAsked: boolean }> {
  const [row] = await sql.query(
    `select (select shown_at_ms from followup.thread_status where ${THREAD})::float8 as "shownAtMs",
       exists (select from followup.thread_status as known where ${THREAD} and not ${IS_FREE}) as "isBeingAsked",
       (select count(*) from followup.thread_status where project_id = $5) as threads`,
    [...valuesOf(thread), nowMs, projectId]
  )
  return statusSchema.parse(row)
}

/** The job of an open thread, as it was last seen, and what is watched there. */
export async function findWatched(sql: Sql, thread: ThreadKey): Promise<Watched | undefined> {
  const [row] = await sql.query(
    `select job_id as "jobId", record, array(select json_build_object('progress', progress) from followup.followup
       where ${THREAD} and state = 'watching') as followups
     from followup.thread join followup.job using (project_id, job_id) where ${THREAD} and closed_because is null`,
    valuesOf(thread)
  )
  return row && watchedSchema.parse(row)
}

/** Claims the thread for one call that shows the status. False: another call is under way. */
export async function claimToShow(sql: Sql, thread: ThreadKey, nowMs: number, projectId: string): Promise<boolean> {
  const rows = await sql.query(
    `insert into followup.thread_status as known (team_id, channel_id, thread_ts, project_id, shown_at_ms, asking_since_ms)
     values ($1, $2, $3, $5, $4, $4)
     on conflict (team_id, channel_id, thread_ts) do update set shown_at_ms = $4, asking_since_ms = $4 where ${IS_FREE}
     returning thread_ts`,
    [...valuesOf(thread), nowMs, projectId]
  )
  return rows.length > 0
}

/** The same for one that clears it. */
export async function claimToClear(sql: Sql, thread: ThreadKey, nowMs: number): Promise<boolean> {
  const rows = await sql.query(
    `update followup.thread_status as known set asking_since_ms = $4 where ${THREAD} and ${IS_FREE} returning thread_ts`,
    [...valuesOf(thread), nowMs]
  )
  return rows.length > 0
}

/** The call claimed at that time is over. */
export async function letGo(sql: Sql, thread: ThreadKey, claimedAtMs: number): Promise<void> {
  await sql.query(`update followup.thread_status set asking_since_ms = null where ${THREAD} and asking_since_ms = $4`, [
    ...valuesOf(thread),
    claimedAtMs
  ])
}

/** The call claimed at that time is over, and Slack shows nothing any more. */
export async function forgetThreadStatus(sql: Sql, thread: ThreadKey, claimedAtMs: number): Promise<void> {
  await sql.query(`delete from followup.thread_status where ${THREAD} and asking_since_ms = $4`, [
    ...valuesOf(thread),
    claimedAtMs
  ])
}

/** Where it was last shown before that time. */
export async function threadsWithStatus(sql: Sql, projectId: string, beforeMs: number): Promise<ThreadKey[]> {
  const rows = await sql.query(
    `select team_id as "teamId", channel_id as "channelId", thread_ts as "threadTs" from followup.thread_status
     where project_id = $1 and shown_at_ms < $2`,
    [projectId, beforeMs]
  )
  return threadsSchema.parse(rows)
}

const valuesOf = ({ teamId, channelId, threadTs }: ThreadKey) => [teamId, channelId, threadTs]
