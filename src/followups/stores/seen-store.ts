import { z } from 'zod'
import type { Sql } from '../../database/database.ts'
import { followupSchema, UNSENT } from '../rules/followup.ts'
import { GROUPS, type SeenFollowup, type SeenJobs } from '../rules/seen-followup.ts'
import { seenJobSchema } from '../rules/seen-job.ts'
import { COLUMNS, LINE } from './followup-store.ts'
import { firstAndBehind, firstAndBehindSchema, toHold } from './hold-store.ts'
import { NEVER_SEEN, SEEN } from './job-store.ts'

// What one person may see: everything of one channel, and their own instructions in some others.

export type Viewer = {
  teamId: string
  projectId: string
  userId: string
  /** Where they ask; null where only they themselves count. */
  channelId: string | null
  /** Other channels in which what they asked for is shown to them. */
  alsoIn: string[]
}

const SEEN_BY = `team_id = $1 and project_id = $2 and (channel_id = $3 or requester_id = $4 and channel_id = any($5))`

const valuesOf = ({ teamId, projectId, channelId, userId, alsoIn }: Viewer) => [
  teamId,
  projectId,
  channelId,
  userId,
  alsoIn
]

/** The channels in which somebody has asked for something, latest first. */
export async function channelsAskedIn(
  sql: Sql,
  { teamId, projectId, userId }: Pick<Viewer, 'teamId' | 'projectId' | 'userId'>,
  most: number
): Promise<string[]> {
  const rows = await sql.query(
    `select channel_id as "channelId" from followup.followup where requester_id = $1 and team_id = $2 and project_id = $3
     group by channel_id order by max(written_at_ms) desc limit $4`,
    [userId, teamId, projectId, most]
  )
  return rows.map(({ channelId }) => String(channelId))
}

const sightSchema = z
  .object({ followup: followupSchema, job: seenJobSchema.nullable(), line: firstAndBehindSchema.nullable() })
  .transform(({ followup, job, line }) => ({
    followup,
    job: job ?? NEVER_SEEN,
    hold: line === null ? undefined : toHold(line)
  }))

/** Of a follow-up that goes by the name of `own`. */
const SIGHT = `to_json(own) as followup,
  (select to_json(known) from (select ${SEEN} from followup.job where (project_id, job_id) = (own."projectId", own."jobId")) as known) as job,
  (select to_json(first) from (${firstAndBehind('own."projectId", own."jobId"')}) as first) as line`

const jobsSchema = z.object({
  jobs: z.array(sightSchema),
  counts: z.record(z.string(), z.number()).nullable()
})

const IS_UNDECIDED = `progress ->> 'delivery' = 'maybe' and case state
  when 'watching' then not progress ? 'left'
  when 'unwatched' then ended_ms >= $6 and (progress ->> 'because' = 'no sign' or progress ->> 'because' = 'stopped' and not progress ? 'left')
  else false end`

const IS_HELD = `state = 'held' or state = 'accepted' and exists (select from followup.followup as first
  where first.project_id = asked.project_id and first.job_id = asked.job_id and first.state = 'held')`

/**
 * The jobs that somebody may see, one in each channel: each with the instruction that says most about it, preferably their own.
 * What ended before `sinceMs` comes last.
 */
export async function jobsSeenBy(
  sql: Sql,
  viewer: Viewer,
  { sinceMs, skip, most }: { sinceMs: number; skip: number; most: number }
): Promise<SeenJobs> {
  const [row] = await sql.query(
    `with asked as (select *, coalesce(progress ->> 'finishedAtMs', progress ->> 'atMs')::numeric as ended_ms
       from followup.followup where ${SEEN_BY} and progress ->> 'reason' is distinct from 'unknown job'),
     ranked as (select id, job_id, channel_id, written_at_ms, requester_id = $4 as is_own, case when ${IS_UNDECIDED} then 0
         when ${IS_HELD} then 1
         when state in ('accepted', 'sending', 'watching') then 2
         when ended_ms >= $6 then 3 else 4 end as place from asked),
     jobs as (select distinct on (channel_id, job_id) * from ranked
       order by channel_id, job_id, place, is_own desc, written_at_ms desc, length(id) desc, id desc)
     select array(select to_json(sight) from (
         select ${SIGHT} from jobs, lateral (select ${COLUMNS} from followup.followup where id = jobs.id) as own
         order by place, jobs.written_at_ms desc, length(jobs.id) desc, jobs.id desc limit $8 offset $7) as sight) as jobs,
       (select json_object_agg(place, count) from (select place, count(*) from jobs group by place) as counted) as counts`,
    [...valuesOf(viewer), sinceMs, skip, most]
  )
  const { jobs, counts } = jobsSchema.parse(row)
  const countOf = (group: (typeof GROUPS)[number]) => counts?.[GROUPS.indexOf(group)] ?? 0
  return {
    jobs,
    counts: {
      undecided: countOf('undecided'),
      held: countOf('held'),
      running: countOf('running'),
      done: countOf('done'),
      earlier: countOf('earlier')
    }
  }
}

const logSchema = z.object({ entries: z.array(sightSchema), count: z.number() })

/** The instructions to one job that somebody may see, newest first, of those written by `untilMs`. */
export async function instructionsSeenBy(
  sql: Sql,
  viewer: Viewer,
  { jobId, untilMs, skip, most }: { jobId: string; untilMs: number; skip: number; most: number }
): Promise<z.output<typeof logSchema>> {
  const [row] = await sql.query(
    `with asked as (select * from followup.followup where ${SEEN_BY} and job_id = $6 and written_at_ms <= $7)
     select array(select to_json(sight) from (
         select ${SIGHT} from (select ${COLUMNS} from asked as followup
           order by written_at_ms desc, reply_ts desc nulls last, length(id) desc, id desc limit $9 offset $8) as own
       ) as sight) as entries,
       (select count(*) from asked) as count`,
    [...valuesOf(viewer), jobId, untilMs, skip, most]
  )
  return logSchema.extend({ count: z.coerce.number() }).parse(row)
}

/** What waits to be sent, as far as somebody may see it, and how much does in all. */
export async function waitingSeenBy(
  sql: Sql,
  viewer: Viewer,
  most: number
): Promise<{ waiting: SeenFollowup[]; count: number }> {
  const [row] = await sql.query(
    `with asked as (select * from followup.followup as asked where project_id = $2 and state = any($6) and (${IS_HELD}))
     select array(select to_json(sight) from (
         select ${SIGHT} from (select ${COLUMNS} from asked as followup where ${SEEN_BY} order by ${LINE} limit $7) as own
       ) as sight) as waiting,
       (select count(*) from asked) as count`,
    [...valuesOf(viewer), UNSENT, most]
  )
  return z.object({ waiting: z.array(sightSchema), count: z.coerce.number() }).parse(row)
}
