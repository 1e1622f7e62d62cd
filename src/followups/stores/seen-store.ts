import { z } from 'zod'
import type { Sql } from '../../database/database.ts'
import { followupSchema } from '../model/followup.ts'
import type { JobNames } from '../model/links.ts'
import { type SeenFollowup, type SeenJobs, seenJobSchema } from '../model/seen.ts'
import { GROUPS, standingsThat } from '../model/standing.ts'
import { type WaitCount, waitCountSchema } from '../model/wait.ts'
import { COLUMNS } from './followup-store.ts'
import { NEVER_SEEN, SEEN } from './job-store.ts'
import { countWaiting, DEFERRED, firstAndBehind, firstAndBehindSchema, HELD, toHold, UNDER_WAY } from './line-store.ts'

export type Viewer = {
  teamId: string
  projectId: string
  userId: string
  /** Null outside of all channels. */
  channelId: string | null
  alsoIn: string[]
}

// As far back as anybody remembers.
export const LATEST_INSTRUCTIONS = 500

/** Nothing that is shown is found by who asked for it in any other way. */
export const ownIn = (userId: string, channelIds: string) =>
  `requester_id = ${userId} and channel_id = any(${channelIds})`

const SEEN_BY = `team_id = $1 and project_id = $2 and (channel_id = $3 or ${ownIn('$4', '$5')})`

const valuesOf = ({ teamId, projectId, channelId, userId, alsoIn }: Viewer) => [
  teamId,
  projectId,
  channelId,
  userId,
  alsoIn
]

/** What is under way, and the latest of the channel and of the viewer. Each is found by an index of its own. */
const RECENT = `(select * from followup.followup where project_id = $2 and ${UNDER_WAY}
  union all
  (select * from followup.followup where team_id = $1 and channel_id = $3 order by in_line_at_ms desc limit ${LATEST_INSTRUCTIONS})
  union all
  (select * from followup.followup where team_id = $1 and ${ownIn('$4', '$5')} order by in_line_at_ms desc limit ${LATEST_INSTRUCTIONS}))`

export async function channelsAskedIn(
  sql: Sql,
  { teamId, projectId, userId }: Pick<Viewer, 'teamId' | 'projectId' | 'userId'>,
  most: number
): Promise<string[]> {
  const rows = await sql.query(
    `select channel_id as "channelId" from (
       select * from followup.followup where team_id = $2 and requester_id = $1 order by in_line_at_ms desc limit ${LATEST_INSTRUCTIONS}) as latest
     where team_id = $2 and project_id = $3 group by channel_id order by max(in_line_at_ms) desc limit $4`,
    [userId, teamId, projectId, most]
  )
  return rows.map(({ channelId }) => String(channelId))
}

const seenRowSchema = z
  .object({
    followup: followupSchema,
    job: seenJobSchema.nullable(),
    line: firstAndBehindSchema.nullable(),
    waits: waitCountSchema
  })
  .transform(({ job, line, ...seen }) => ({
    ...seen,
    job: job ?? NEVER_SEEN,
    hold: line === null ? undefined : toHold(line)
  }))

/** Of a follow-up that goes by the name of `own`. */
const SEEN_ROW = `to_json(own) as followup,
  (select to_json(known) from (select ${SEEN} from followup.job where (project_id, job_id) = (own."projectId", own."jobId")) as known) as job,
  (select to_json(first) from (${firstAndBehind('own."projectId", own."jobId"')}) as first) as line,
  ${countWaiting(`followup.followup where project_id = own."projectId" and job_id = own."jobId"
    and team_id = own."teamId" and channel_id = own."channelId" and id <> own.id`)} as waits`

const pageSchema = z.object({
  ids: z.array(z.string()),
  counts: z.partialRecord(z.enum(GROUPS), z.number()).nullable()
})

const seenSchema = z.array(seenRowSchema)

/** In this order. */
async function loadSeen(sql: Sql, ids: string[]): Promise<SeenFollowup[]> {
  const rows = await sql.query(
    `select ${SEEN_ROW} from (select ${COLUMNS} from followup.followup where id = any($1)) as own
     order by array_position($1, id)`,
    [ids]
  )
  return seenSchema.parse(rows)
}

const IS_HELD_UP = `standing = 'queued' and (project_id, job_id) in (
  select project_id, job_id from followup.followup where project_id = $2 and ${HELD})`

const rankOf = (group: (typeof GROUPS)[number]) => GROUPS.indexOf(group)

/** The number of its group. What ended before some time is `earlier`, whatever it was. */
const RANK = `case when ended_ms < $6 then ${rankOf('earlier')} when ${IS_HELD_UP} then ${rankOf('held')}
  ${GROUPS.filter(group => group !== 'earlier')
    .map(group => `when standing in (${standingsThat(facts => facts.group === group)}) then ${rankOf(group)}`)
    .join(' ')} end`

/** Each job comes with the follow-up that says most about it, preferably the viewer's own. */
export async function jobsSeenBy(
  sql: Sql,
  viewer: Viewer,
  { sinceMs, skip, most }: { sinceMs: number; skip: number; most: number }
): Promise<SeenJobs> {
  const [row] = await sql.query(
    `with asked as (select distinct on (id) *, (progress ->> 'atMs')::numeric as ended_ms
       from ${RECENT} as recent where ${SEEN_BY} and progress ->> 'reason' is distinct from 'unknown job'),
     ranked as (select id, job_id, channel_id, in_line_at_ms, requester_id = $4 as is_own,
         case when ${DEFERRED} then coalesce((progress ->> 'untilMs')::numeric, 0) end as goes_out_ms,
         ${RANK} as rank from asked),
     jobs as (select distinct on (channel_id, job_id) * from ranked
       order by channel_id, job_id, rank, is_own desc, goes_out_ms, case when goes_out_ms is not null then in_line_at_ms end,
         in_line_at_ms desc, length(id) desc, id desc)
     select array(select id from jobs order by rank, in_line_at_ms desc, length(id) desc, id desc limit $8 offset $7) as ids,
       (select json_object_agg((array['${GROUPS.join("', '")}'])[rank + 1], count) from (select rank, count(*) from jobs group by rank) as counted) as counts`,
    [...valuesOf(viewer), sinceMs, skip, most]
  )
  const { ids, counts } = pageSchema.parse(row)
  return { jobs: await loadSeen(sql, ids), counts: counts ?? {} }
}

const ofJobSchema = z.object({ ids: z.array(z.string()), count: z.coerce.number(), waits: waitCountSchema })

export async function instructionsSeenBy(
  sql: Sql,
  viewer: Viewer,
  { jobId, untilMs, skip, most }: { jobId: string; untilMs: number; skip: number; most: number }
): Promise<{ entries: SeenFollowup[]; count: number; waits: WaitCount }> {
  const [row] = await sql.query(
    `with asked as (select * from followup.followup where ${SEEN_BY} and job_id = $6 and in_line_at_ms <= $7)
     select array(select id from asked
         order by in_line_at_ms desc, reply_ts desc nulls last, length(id) desc, id desc limit $9 offset $8) as ids,
       (select count(*) from asked) as count, ${countWaiting('asked where true')} as waits`,
    [...valuesOf(viewer), jobId, untilMs, skip, most]
  )
  const { ids, count, waits } = ofJobSchema.parse(row)
  return { entries: await loadSeen(sql, ids), count, waits }
}

const jobIdsSchema = z.array(z.object({ jobId: z.string() }))

/** The jobs of a channel that go by one of these ids, or left a pull request at one of these addresses. Nobody is told of them elsewhere. */
export async function jobsNamed(
  sql: Sql,
  { teamId, projectId, channelId }: Pick<Viewer, 'teamId' | 'projectId'> & { channelId: string },
  { ids, addresses }: JobNames
): Promise<string[]> {
  const rows = await sql.query(
    `select distinct job_id as "jobId" from (
       select * from followup.followup where team_id = $1 and channel_id = $3 order by in_line_at_ms desc limit ${LATEST_INSTRUCTIONS}) as latest
     where project_id = $2 and progress ->> 'reason' is distinct from 'unknown job'
       and (job_id = any($4) or progress -> 'job' ->> 'prLink' = any($5) or progress -> 'before' ->> 'prLink' = any($5)
         or (select record ->> 'prLink' from followup.job where (project_id, job_id) = (latest.project_id, latest.job_id)) = any($5))`,
    [teamId, projectId, channelId, ids, addresses]
  )
  return jobIdsSchema.parse(rows).map(({ jobId }) => jobId)
}
