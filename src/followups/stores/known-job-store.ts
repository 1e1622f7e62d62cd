import { z } from 'zod'
import type { Sql } from '../../database/database.ts'
import { type Followup, followupSchema } from '../rules/followup.ts'
import type { JobNames } from '../rules/link-names.ts'
import { COLUMNS } from './followup-store.ts'

/** One channel, as far as a project goes. What is known in it is told to nobody elsewhere. */
export type ChannelKey = { teamId: string; channelId: string; projectId: string }

// As far back as anybody remembers.
const LATEST_INSTRUCTIONS = 1_000

/** The latest instructions of the channel. */
const HERE = `(select * from (select * from followup.followup where team_id = $1 and channel_id = $2
    order by written_at_ms desc limit ${LATEST_INSTRUCTIONS}) as latest
  where project_id = $3 and progress ->> 'reason' is distinct from 'unknown job')`

/** The latest follow-ups of the latest jobs that somebody may know of: those of a channel they are in, and their own. */
export async function latestKnownTo(
  sql: Sql,
  userId: string,
  { teamId, channelId, projectId }: Omit<ChannelKey, 'channelId'> & { channelId: string | null },
  most: number
): Promise<Followup[]> {
  const latestOf = (whose: string) =>
    `(select * from followup.followup where team_id = $1 and ${whose} order by written_at_ms desc limit ${LATEST_INSTRUCTIONS})`
  const rows = await sql.query(
    `select ${COLUMNS} from (select distinct on (job_id) *
       from (${latestOf('channel_id = $2')} union all ${latestOf('requester_id = $3')}) as known
       where project_id = $4 and progress ->> 'reason' is distinct from 'unknown job'
       order by job_id, written_at_ms desc, length(id) desc, id desc) as followup
     order by written_at_ms desc, length(id) desc, id desc limit $5`,
    [teamId, channelId, userId, projectId, most]
  )
  return z.array(followupSchema).parse(rows)
}

const valuesOf = ({ teamId, channelId, projectId }: ChannelKey) => [teamId, channelId, projectId]

/** The latest follow-up of each of the channel's latest jobs. */
export async function latestOfJobs(sql: Sql, channel: ChannelKey, most: number): Promise<Followup[]> {
  const rows = await sql.query(
    `select ${COLUMNS} from (select distinct on (job_id) * from ${HERE} as here
       order by job_id, written_at_ms desc, length(id) desc, id desc) as followup
     order by written_at_ms desc, length(id) desc, id desc limit $4`,
    [...valuesOf(channel), most]
  )
  return z.array(followupSchema).parse(rows)
}

/** The channel's jobs that go by one of these ids, or left a pull request at one of these addresses. */
export async function jobsNamed(sql: Sql, channel: ChannelKey, { ids, addresses }: JobNames): Promise<string[]> {
  const rows = await sql.query(
    `select distinct job_id as "jobId" from ${HERE} as here left join followup.job using (project_id, job_id)
     where job_id = any($4) or record ->> 'prLink' = any($5) or progress -> 'job' ->> 'prLink' = any($5)
       or progress -> 'before' ->> 'prLink' = any($5)`,
    [...valuesOf(channel), ids, addresses]
  )
  return z
    .array(z.object({ jobId: z.string() }))
    .parse(rows)
    .map(({ jobId }) => jobId)
}
