import { z } from 'zod'
import { changedBy, inOne, type Sql, type Statement } from '../../database/database.ts'
import { followupSchema, type JobKey, type ThreadKey, threadKeySchema } from '../model/followup.ts'
import { type ThreadClosed, threadClosedSchema } from '../model/progress.ts'
import { seenJobSchema } from '../model/seen.ts'
import { LINE, SHOWN } from './followup-store.ts'
import { NEVER_SEEN, OF_JOB, SEEN, USUAL } from './job-store.ts'

const threadSchema = z.object({
  teamId: z.string(),
  channelId: z.string(),
  threadTs: z.string(),
  projectId: z.string(),
  jobId: z.string(),
  closedBecause: threadClosedSchema.nullable()
})

export type Thread = z.output<typeof threadSchema>

const THREAD = `team_id as "teamId", channel_id as "channelId", thread_ts as "threadTs", project_id as "projectId",
  job_id as "jobId", closed_because as "closedBecause"`

export async function findThread(sql: Sql, { teamId, channelId, threadTs }: ThreadKey): Promise<Thread | undefined> {
  const [row] = await sql.query(
    `select ${THREAD} from followup.thread where team_id = $1 and channel_id = $2 and thread_ts = $3`,
    [teamId, channelId, threadTs]
  )
  return row === undefined ? undefined : threadSchema.parse(row)
}

export async function findOpenThread(
  sql: Sql,
  { teamId, channelId }: Pick<ThreadKey, 'teamId' | 'channelId'>,
  { projectId, jobId }: JobKey
): Promise<Thread | undefined> {
  const [row] = await sql.query(
    `select ${THREAD} from followup.thread where team_id = $1 and channel_id = $2 and project_id = $3 and job_id = $4
     and closed_because is null order by thread_ts desc limit 1`,
    [teamId, channelId, projectId, jobId]
  )
  return row === undefined ? undefined : threadSchema.parse(row)
}

/** As far back as people look. */
const LATEST_THREADS = 50

export async function latestThreadsIn(
  sql: Sql,
  { teamId, projectId, channelId }: Pick<Thread, 'teamId' | 'projectId' | 'channelId'>
): Promise<ThreadKey[]> {
  const rows = await sql.query(
    `select ${THREAD} from followup.thread where team_id = $1 and project_id = $2 and channel_id = $3 and closed_because is null
     order by thread_ts desc limit ${LATEST_THREADS}`,
    [teamId, projectId, channelId]
  )
  return z.array(threadKeySchema).parse(rows)
}

/** For good: the first reason stays. */
export async function saveThreadClosed(
  sql: Sql,
  { teamId, channelId, threadTs }: ThreadKey,
  because: ThreadClosed
): Promise<void> {
  await sql.query(
    `update followup.thread set closed_because = coalesce(closed_because, $4)
     where team_id = $1 and channel_id = $2 and thread_ts = $3`,
    [teamId, channelId, threadTs, because]
  )
}

const threadsSchema = z.array(threadSchema)

export async function threadsOfJob(sql: Sql, { projectId, jobId }: JobKey): Promise<Thread[]> {
  const rows = await sql.query(`select ${THREAD} from followup.thread where ${OF_JOB}`, [projectId, jobId])
  return threadsSchema.parse(rows)
}

const pictureSchema = z.object({
  thread: threadSchema.nullable(),
  followups: z.array(followupSchema),
  job: seenJobSchema.nullable(),
  changed: z.unknown().optional()
})

export type Picture = Pick<Awaited<ReturnType<typeof findPicture>>, 'thread' | 'followups' | 'job'>

const OF_THREAD = `select null as id, thread.* from followup.thread where (team_id, channel_id, thread_ts) = ($1, $2, $3)`
const OF_FOLLOWUP = 'select * from followup.followup where id = $1'

export async function findPicture(sql: Sql, of: ThreadKey | { followupId: string }, changes: Statement[] = []) {
  const ofThread = 'threadTs' in of
  const picture = {
    text: `with own as (${ofThread ? OF_THREAD : OF_FOLLOWUP}),
     thread as (select thread.* from followup.thread join own using (team_id, channel_id, thread_ts))
     select (select to_json(found) from (select ${THREAD} from thread) as found) as thread,
       array(select to_json(found) from (
         select ${SHOWN} from followup.followup where id in (select own.id from own union
           select beside.id from own join followup.followup as beside using (team_id, channel_id, thread_ts)) order by ${LINE}
       ) as found) as followups,
       (select to_json(found) from (select ${SEEN}, ${USUAL} from followup.job join own using (project_id, job_id)) as found) as job,
       ${changedBy(changes)}`,
    values: ofThread ? [of.teamId, of.channelId, of.threadTs] : [of.followupId]
  }
  const { text, values } = inOne(changes, picture)
  const [row] = await sql.query(text, values)
  const { job, ...found } = pictureSchema.parse(row)
  return { ...found, job: job ?? NEVER_SEEN }
}
