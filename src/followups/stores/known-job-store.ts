import { z } from 'zod'
import type { Sql } from '../../database/database.ts'
import { type Followup, followupsSchema } from '../model/followup.ts'
import type { JobNames } from '../model/link-names.ts'
import { COLUMNS } from './followup-store.ts'
import { ownIn, type Viewer } from './seen-store.ts'

/** One channel, as far as a project goes. What is known in it is told to nobody elsewhere. */
type ChannelKey = { teamId: string; channelId: string; projectId: string }

// As far back as anybody remembers.
const LATEST_INSTRUCTIONS = 1_000

/** The latest of the channel, or of a person. Each is found by an index of its own. */
const latestOf = (whose: string) =>
  `(select * from followup.followup where team_id = $1 and ${whose} order by in_line_at_ms desc limit ${LATEST_INSTRUCTIONS})`

const amongJobs = (instructions: string) =>
  `(select * from ${instructions} as latest where project_id = $3 and progress ->> 'reason' is distinct from 'unknown job')`

const HERE = amongJobs(latestOf('channel_id = $2'))
const SEEN = amongJobs(`(${latestOf('channel_id = $2')} union all ${latestOf(ownIn('$4', '$5'))})`)

const valuesOf = ({ teamId, channelId, projectId }: ChannelKey | Viewer) => [teamId, channelId, projectId]

/** The latest follow-up of each of the channel's latest jobs, and of somebody's own, as far as they may see them here. */
export const latestSeenBy = (sql: Sql, viewer: Viewer, most: number): Promise<Followup[]> =>
  latestOfEach(sql, SEEN, [...valuesOf(viewer), viewer.userId, viewer.alsoIn], most)

/** The latest that was not taken back says most about a job. */
async function latestOfEach(sql: Sql, known: string, values: unknown[], most: number): Promise<Followup[]> {
  const rows = await sql.query(
    `select ${COLUMNS} from (select distinct on (job_id) * from ${known} as known
       order by job_id, progress ->> 'state' = 'cancelled', in_line_at_ms desc, length(id) desc, id desc) as followup
     order by in_line_at_ms desc, length(id) desc, id desc limit $${values.length + 1}`,
    [...values, most]
  )
  return followupsSchema.parse(rows)
}

const jobIdsSchema = z.array(z.object({ jobId: z.string() }))

/** The channel's jobs that go by one of these ids, or left a pull request at one of these addresses. */
export async function jobsNamed(sql: Sql, channel: ChannelKey, { ids, addresses }: JobNames): Promise<string[]> {
  const rows = await sql.query(
    `select distinct job_id as "jobId" from ${HERE} as here
     where job_id = any($4) or progress -> 'job' ->> 'prLink' = any($5)
       or progress -> 'before' ->> 'prLink' = any($5)
       or (select record ->> 'prLink' from followup.job where (project_id, job_id) = (here.project_id, here.job_id)) = any($5)`,
    [...valuesOf(channel), ids, addresses]
  )
  return jobIdsSchema.parse(rows).map(({ jobId }) => jobId)
}
