import { z } from 'zod'
import type { Sql } from '../../database/database.ts'
import { WORK_EXPECTED_MS } from '../model/decide-watch.ts'
import {
  type Deferred,
  type Followup,
  followupSchema,
  type In,
  isDeferred,
  isIn,
  isSent,
  type JobKey
} from '../model/followup.ts'
import { jobWatchSchema } from '../model/job-watch.ts'
import { progressSchema } from '../model/progress.ts'
import { seenJobSchema } from '../model/seen.ts'
import { standingsThat } from '../model/standing.ts'
import { COLUMNS, FINISHED, findFollowups, LINE, SHOWN } from './followup-store.ts'
import { OF_JOB, READS_CLOSED_UNTIL_MS, SEEN } from './job-store.ts'
import { WATCH } from './watch-store.ts'

// The line of each job: what is about to be sent to it. All of these use the index of what is under way.

export const UNDER_WAY = `state in ('waiting', 'sending', 'watching')`
export const IN_LINE = `state in ('waiting', 'sending') and standing in (${standingsThat(({ isInLine }) => isInLine)})`
export const OUTSIDE_LINE = `state = 'waiting' and standing not in (${standingsThat(({ isInLine }) => isInLine)})`
export const FOR_IDLE = `state = 'waiting' and standing = 'until idle'`

/** Nothing goes out beside what is on its way: a follow-up whose time came earlier may enter the line only after that went. */
export const NEXT_FIRST = `state <> 'sending', ${LINE}`

/** Without those that are leaving the line. */
export async function firstInLine(
  sql: Sql,
  { projectId, jobId }: JobKey,
  leaving: string[]
): Promise<Followup | undefined> {
  const which = `${OF_JOB} and ${IN_LINE} and id <> all($3) order by ${NEXT_FIRST} limit 1`
  return (await findFollowups(sql, which, [projectId, jobId, leaving]))[0]
}

export async function waitingForJob(sql: Sql, { projectId, jobId }: JobKey): Promise<Deferred[]> {
  const which = `${OF_JOB} and ${OUTSIDE_LINE} order by ${LINE}`
  return (await findFollowups(sql, which, [projectId, jobId])).filter(isDeferred)
}

export async function watchedFollowups(sql: Sql, { projectId, jobId }: JobKey): Promise<In<'watching'>[]> {
  const which = `${OF_JOB} and state = 'watching' order by ${LINE}`
  return (await findFollowups(sql, which, [projectId, jobId])).filter(followup => isIn(followup, 'watching'))
}

export async function closeResults(sql: Sql, { projectId, jobId }: JobKey): Promise<void> {
  await sql.query(
    `update followup.followup set progress = progress - 'openUntilMs', version = version + 1
     where ${OF_JOB} and progress ? 'openUntilMs'`,
    [projectId, jobId]
  )
}

/** How many are under way in which state; of those that wait, why. */
export async function countUnderWay(sql: Sql, projectIds: string[]) {
  const rows = await sql.query(
    `select coalesce(progress ->> 'why', state) as what, count(*) from followup.followup
     where project_id = any($1) and ${UNDER_WAY} group by what`,
    [projectIds]
  )
  return new Map(rows.map(({ what, count }) => [String(what), Number(count)]))
}

const SENT_MS = `(progress ->> case state when 'sending' then 'sinceMs' else 'sentAtMs' end)::numeric`

/** What was sent to the job last until then, or is being sent, whatever became of it. */
const lastSentOf = (ofJob: string, untilMs: string) =>
  `select id, progress, ${SENT_MS} as "atMs" from followup.followup where ${ofJob} and ${SENT_MS} <= ${untilMs}
   order by "atMs" desc, in_line_at_ms desc, length(id) desc, id desc limit 1`

const snapshotSchema = z.object({
  inPlay: z.array(followupSchema).transform(found => found.filter(isSent)),
  lastSent: z.object({ id: z.string(), progress: progressSchema, atMs: z.number() }).nullable(),
  watches: z.array(jobWatchSchema),
  forIdle: z.array(followupSchema).transform(found => found.filter(isDeferred)),
  isToCome: z.boolean()
})

export type Snapshot = z.output<typeof snapshotSchema>

type Values = { ofJob: string; sentSinceMs: string; untilMs: string }

const snapshotOf = ({ ofJob, sentSinceMs, untilMs }: Values) => `
  array(select to_json(found) from (select ${SHOWN} from followup.followup
     where ${ofJob} and (state = 'watching'
       or state = 'ended' and not ${FINISHED} and (progress ->> 'sentAtMs')::numeric > ${sentSinceMs}
       or progress ? 'openUntilMs')
     order by (progress ->> 'sentAtMs')::numeric, ${LINE}) as found) as "inPlay",
  (select to_json(found) from (${lastSentOf(ofJob, untilMs)}) as found) as "lastSent",
  array(select to_json(found) from (select ${WATCH} from followup.watch where ${ofJob}) as found) as watches,
  array(select to_json(found) from (select ${COLUMNS} from followup.followup
     where ${ofJob} and ${FOR_IDLE} order by ${LINE}) as found) as "forIdle",
  exists (select from followup.followup where ${ofJob} and state in ('waiting', 'sending')) as "isToCome"`

const lineSchema = snapshotSchema.extend({
  first: followupSchema.nullable(),
  waiting: z.number(),
  /** Its author has changed or deleted it, and nobody has read that yet. */
  isChanged: z.boolean()
})

type Wanted = { nowMs: number; untilMs?: number; own?: Pick<Followup, 'id' | 'inLineAtMs'> | undefined }

export type Line = z.output<typeof lineSchema>

export async function findLine(
  sql: Sql,
  { projectId, jobId }: JobKey,
  { nowMs, untilMs = nowMs, own }: Wanted
): Promise<Line> {
  const values = { ofJob: OF_JOB, sentSinceMs: '$3', untilMs: '$4' }
  const [row] = await sql.query(
    `select
       (select to_json(found) from (select ${COLUMNS} from followup.followup
          where ${OF_JOB} and ${IN_LINE} order by ${NEXT_FIRST} limit 1) as found) as first,
       (select count(*)::int from followup.followup
          where project_id = $1 and (in_line_at_ms, length(id), id) < ($5::bigint, length($6::text), $6)
            and state = 'waiting' and progress ->> 'why' = 'budget') as waiting,
       exists (select from followup.inbox join followup.followup as own using (team_id, channel_id)
          where own.id = $6 and ts = own.reply_ts and is_open and not is_answered) as "isChanged",
       ${snapshotOf(values)}`,
    [projectId, jobId, nowMs - WORK_EXPECTED_MS, untilMs, own?.inLineAtMs, own?.id]
  )
  return lineSchema.parse(row)
}

// Looks at several jobs that come together, each in one statement.

export type PlannedLook = JobKey & { lookNumber: number }

const dueLookSchema = z.object({
  nth: z.number(),
  lookAtMs: z.coerce.number(),
  seen: seenJobSchema,
  line: snapshotSchema,
  readsClosedUntilMs: z.coerce.number()
})

export type DueLook = Omit<z.output<typeof dueLookSchema>, 'nth'>

const dueLooksSchema = z.array(dueLookSchema)

/** In the order asked for; undefined for those that a later one has replaced. */
export async function findDueLooks(sql: Sql, looks: PlannedLook[], nowMs: number): Promise<(DueLook | undefined)[]> {
  const values = {
    ofJob: 'project_id = job.project_id and job_id = job.job_id',
    sentSinceMs: '$3',
    untilMs: '$2'
  }
  const rows = await sql.query(
    `select nth, look_at_ms as "lookAtMs", to_json(known) as seen, to_json(snapshot) as line,
       ${READS_CLOSED_UNTIL_MS('job.project_id')} as "readsClosedUntilMs"
     from json_to_recordset($1) as look (nth integer, "projectId" text, "jobId" text, "lookNumber" integer)
     join followup.job on project_id = "projectId" and job_id = "jobId" and look_number = "lookNumber",
       lateral (select ${SEEN}) as known, lateral (select ${snapshotOf(values)}) as snapshot`,
    [JSON.stringify(looks.map((look, nth) => ({ ...look, nth }))), nowMs, nowMs - WORK_EXPECTED_MS]
  )
  const found = new Map(dueLooksSchema.parse(rows).map(({ nth, ...look }) => [nth, look]))
  return looks.map((_, nth) => found.get(nth))
}

export type QuietLook = PlannedLook & { lastSeenAtMs: number | null; seenAtMs: number; nextAtMs: number }

/** A job that changed meanwhile is left out, and so is one that is locked: no job waits for another. */
export async function saveQuietLooks(sql: Sql, looks: QuietLook[]): Promise<Set<string>> {
  const rows = await sql.query(
    `with look as (
       select look.* from json_to_recordset($1) as look ("projectId" text, "jobId" text, "lookNumber" integer,
         "lastSeenAtMs" bigint, "seenAtMs" bigint, "nextAtMs" bigint)
       join followup.job on project_id = "projectId" and job_id = "jobId" and look_number = "lookNumber"
         and seen_at_ms is not distinct from "lastSeenAtMs" and trouble is null
       for update of job skip locked)
     update followup.job set seen_at_ms = "seenAtMs", look_at_ms = "nextAtMs", look_number = look_number + 1
     from look where project_id = "projectId" and job_id = "jobId" returning job_id as "jobId"`,
    [JSON.stringify(looks)]
  )
  return new Set(rows.map(({ jobId }) => String(jobId)))
}
