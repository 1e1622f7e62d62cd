import { z } from 'zod'
import type { Sql } from '../../database/database.ts'
import { followupSchema } from '../model/followup.ts'
import type { JobNames } from '../model/links.ts'
import type { SeenFollowup } from '../model/seen.ts'
import { GROUPS, standingsThat } from '../model/standing.ts'
import { SHOWN } from './followup-store.ts'
import { findJobs } from './job-store.ts'
import { UNDER_WAY } from './line-store.ts'

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

/** Others hear nothing of it until it has a card, and never if it was not sent before that. */
const HEARD_ALONE = `state in ('waiting', 'dropped') and thread_ts is null and requester_id <> $4`

const SEEN_BY = `team_id = $1 and project_id = $2 and (channel_id = $3 and not (${HEARD_ALONE}) or ${ownIn('$4', '$5')})`

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
     where project_id = $3 group by channel_id order by max(in_line_at_ms) desc limit $4`,
    [userId, teamId, projectId, most]
  )
  return rows.map(({ channelId }) => String(channelId))
}

const pageSchema = z.array(followupSchema.extend({ count: z.coerce.number() }))

type Page = { found: SeenFollowup[]; count: number }

/** `page` has their ids, in which order they come, and how many there are on all pages. */
async function loadPage(sql: Sql, page: string, values: unknown[]): Promise<Page> {
  const rows = await sql.query(
    `with ${page} select ${SHOWN}, count from page join followup.followup using (id) order by nth`,
    values
  )
  const followups = pageSchema.parse(rows)
  const jobOf = await findJobs(sql, followups)
  const found = followups.map(({ count: _, ...followup }) => ({ followup, job: jobOf(followup) }))
  return { found, count: followups[0]?.count ?? 0 }
}

const RECENT_MS = 24 * 3_600_000

/** What ended before that comes last, whatever it was. */
const RANK = `case when (progress ->> 'atMs')::numeric < $6 then ${GROUPS.length}
  ${GROUPS.map((group, rank) => `when standing in (${standingsThat(facts => facts.group === group)}) then ${rank}`).join(' ')} end`

/** Each job comes with the follow-up that says most about it: what was not sent, or was sent again, says little. */
export const jobsSeenBy = (
  sql: Sql,
  viewer: Viewer,
  { nowMs, skip, most }: { nowMs: number; skip: number; most: number }
): Promise<Page> =>
  loadPage(
    sql,
    `asked as (select *, ${RANK} as rank from ${RECENT} as recent
       where ${SEEN_BY} and progress ->> 'reason' is distinct from 'unknown job'),
     jobs as (select distinct on (channel_id, job_id) * from asked
       order by channel_id, job_id, state = 'dropped' or standing = 'replaced', rank, in_line_at_ms desc, length(id) desc, id desc),
     page as (select id, count(*) over () as count,
         row_number() over (order by rank, in_line_at_ms desc, length(id) desc, id desc) as nth
       from jobs order by nth limit $8 offset $7)`,
    [...valuesOf(viewer), nowMs - RECENT_MS, skip, most]
  )

/** The newest comes first. */
export const followupsSeenBy = (
  sql: Sql,
  viewer: Viewer,
  { jobId, untilMs, skip, most }: { jobId: string; untilMs: number; skip: number; most: number }
): Promise<Page> =>
  loadPage(
    sql,
    `page as (select id, count(*) over () as count,
         row_number() over (order by in_line_at_ms desc, reply_ts desc nulls last, length(id) desc, id desc) as nth
       from followup.followup where ${SEEN_BY} and job_id = $6 and in_line_at_ms <= $7
       order by nth limit $9 offset $8)`,
    [...valuesOf(viewer), jobId, untilMs, skip, most]
  )

/** The jobs of a channel that go by one of these ids, or left a pull request at one of these addresses. Nobody is told of them elsewhere. */
export async function jobsNamed(
  sql: Sql,
  { teamId, projectId, channelId, userId }: Pick<Viewer, 'teamId' | 'projectId' | 'userId'> & { channelId: string },
  { ids, addresses }: JobNames
): Promise<string[]> {
  const rows = await sql.query(
    `select distinct job_id as "jobId" from (
       select * from followup.followup where team_id = $1 and channel_id = $3 order by in_line_at_ms desc limit ${LATEST_INSTRUCTIONS}) as latest
     where project_id = $2 and progress ->> 'reason' is distinct from 'unknown job' and not (standing = 'rejected' and ${HEARD_ALONE})
       and (job_id = any($5) or progress -> 'job' ->> 'prLink' = any($6)
         or (select record ->> 'prLink' from followup.job where (project_id, job_id) = (latest.project_id, latest.job_id)) = any($6))`,
    [teamId, projectId, channelId, userId, ids, addresses]
  )
  return rows.map(({ jobId }) => String(jobId))
}
