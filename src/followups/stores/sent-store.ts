import { z } from 'zod'
import type { Sql } from '../../database/database.ts'
import { isInPlay, WORK_EXPECTED_MS } from '../model/decide-looks.ts'
import {
  type Followup,
  followupSchema,
  followupsSchema,
  type In,
  isIn,
  type JobKey,
  threadKeySchema,
  UNSENT
} from '../model/followup.ts'
import { jobWatchSchema } from '../model/job-watch.ts'
import { COLUMNS, LINE, SHOWN } from './followup-store.ts'
import { IN_LINE, NEXT_FIRST } from './line-store.ts'
import { FOR_IDLE } from './wait-store.ts'
import { WATCH } from './watch-store.ts'

export async function watchedFollowups(sql: Sql, { projectId, jobId }: JobKey): Promise<In<'watching'>[]> {
  const rows = await sql.query(
    `select ${COLUMNS} from followup.followup where project_id = $1 and job_id = $2 and state = 'watching' order by ${LINE}`,
    [projectId, jobId]
  )
  return followupsSchema.parse(rows).filter(followup => isIn(followup, 'watching'))
}

/** The job's results are no longer open. */
export async function closeResults(sql: Sql, { projectId, jobId }: JobKey): Promise<void> {
  await sql.query(
    `update followup.followup set progress = progress - 'openUntilMs', version = version + 1
     where project_id = $1 and job_id = $2 and progress ? 'openUntilMs'`,
    [projectId, jobId]
  )
}

const SENT_MS = `(progress ->> case state when 'sending' then 'sinceMs' else 'sentAtMs' end)::numeric`

/** What was sent to the job last until then, or is being sent, whatever became of it. */
const lastSentOf = (ofJob: string, untilMs: string) =>
  `select id, ${SENT_MS} as "atMs" from followup.followup where ${ofJob} and ${SENT_MS} <= ${untilMs}
   order by "atMs" desc, in_line_at_ms desc, length(id) desc, id desc limit 1`

/**
 * What a look at a job can tell about, what was sent to it last, where somebody has asked for a look, who waits for its end, what
 * waits until it is idle, and whether anything at all is still to be sent to it.
 */
export const sightSchema = z.object({
  inPlay: z.array(followupSchema).transform(found => found.filter(isInPlay)),
  lastSent: z.object({ id: z.string(), atMs: z.number() }).nullable(),
  checked: z.array(threadKeySchema),
  watches: z.array(jobWatchSchema),
  forIdle: z.array(followupSchema).transform(found => found.filter(followup => isIn(followup, 'waiting'))),
  isToCome: z.boolean()
})

export type Sight = z.output<typeof sightSchema>

type Values = { ofJob: string; sentSinceMs: string; untilMs: string; checkedSinceMs: string }

export const sightOf = ({ ofJob, sentSinceMs, untilMs, checkedSinceMs }: Values) => `
  array(select to_json(found) from (select ${SHOWN} from followup.followup
     where ${ofJob} and (state = 'watching'
       or state = 'unwatched' and (progress ->> 'sentAtMs')::numeric > ${sentSinceMs}
       or state = 'finished' and progress ? 'openUntilMs')
     order by (progress ->> 'sentAtMs')::numeric, ${LINE}) as found) as "inPlay",
  (select to_json(found) from (${lastSentOf(ofJob, untilMs)}) as found) as "lastSent",
  array(select json_build_object('teamId', team_id, 'channelId', channel_id, 'threadTs', thread_ts) from followup.thread
     where ${ofJob} and (last_check ->> 'atMs')::numeric >= ${checkedSinceMs}) as checked,
  array(select to_json(found) from (select ${WATCH} from followup.watch where ${ofJob}) as found) as watches,
  array(select to_json(found) from (select ${COLUMNS} from followup.followup
     where ${ofJob} and ${FOR_IDLE} order by ${LINE}) as found) as "forIdle",
  exists (select from followup.followup where ${ofJob} and ${IN_LINE})
    or exists (select from followup.followup where ${ofJob} and state = 'waiting') as "isToCome"`

const lineSchema = sightSchema.extend({ first: followupSchema.nullable(), waiting: z.number() })

const OF_JOB = 'project_id = $1 and job_id = $2'

type Wanted = { nowMs: number; untilMs?: number; before?: Followup; checkedSinceMs?: number }

/** The instructions to a job that matter now. */
export type Line = z.output<typeof lineSchema>

/**
 * The one that goes out next; those that a look at the job can still tell about, in the order they were sent; what was sent last
 * until `untilMs`; how many of the project's earlier instructions than `before` wait for a free send; and the threads in which
 * somebody has asked for a look since `checkedSinceMs`.
 */
export async function findLine(
  sql: Sql,
  { projectId, jobId }: JobKey,
  { nowMs, untilMs = nowMs, before, checkedSinceMs }: Wanted
): Promise<Line> {
  const values = { ofJob: OF_JOB, sentSinceMs: '$4', untilMs: '$5', checkedSinceMs: '$8' }
  const [row] = await sql.query(
    `select
       (select to_json(found) from (select ${COLUMNS} from followup.followup
          where ${OF_JOB} and state = any($3) order by ${NEXT_FIRST} limit 1) as found) as first,
       (select count(*)::int from followup.followup
          where project_id = $1 and (in_line_at_ms, length(id), id) < ($6::bigint, length($7::text), $7)
            and state = 'held' and progress ->> 'because' = 'limit') as waiting,
       ${sightOf(values)}`,
    [projectId, jobId, UNSENT, nowMs - WORK_EXPECTED_MS, untilMs, before?.inLineAtMs, before?.id, checkedSinceMs]
  )
  return lineSchema.parse(row)
}
