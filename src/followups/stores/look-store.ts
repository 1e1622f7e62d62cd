import { z } from 'zod'
import type { Sql } from '../../database/database.ts'
import { WORK_EXPECTED_MS } from '../model/decide-looks.ts'
import type { JobKey } from '../model/followup.ts'
import { seenJobSchema } from '../model/seen-job.ts'
import { SEEN } from './job-store.ts'
import { READS_CLOSED_UNTIL_MS } from './ready-store.ts'
import { sightOf, sightSchema } from './sent-store.ts'

// Looks at several jobs that come together, each in one statement.

export type PlannedLook = JobKey & { lookNumber: number }

const dueLookSchema = z.object({
  place: z.number(),
  seen: seenJobSchema,
  line: sightSchema,
  readsClosedUntilMs: z.coerce.number()
})

/** A look at a job, with all that is known about it before its answer comes. */
export type DueLook = Omit<z.output<typeof dueLookSchema>, 'place'>

const dueLooksSchema = z.array(dueLookSchema)

/** In the order asked for; undefined for those in whose place a later one has been planned. */
export async function findDueLooks(sql: Sql, looks: PlannedLook[], nowMs: number): Promise<(DueLook | undefined)[]> {
  const values = {
    ofJob: 'project_id = job.project_id and job_id = job.job_id',
    sentSinceMs: '$3',
    untilMs: '$2',
    checkedSinceMs: `greatest(job.seen_at_ms, (job.trouble ->> 'atMs')::numeric, 0)`
  }
  const rows = await sql.query(
    `select place, to_json(known) as seen, to_json(sight) as line,
       ${READS_CLOSED_UNTIL_MS('job.project_id')} as "readsClosedUntilMs"
     from json_to_recordset($1) as look (place integer, "projectId" text, "jobId" text, "lookNumber" integer)
     join followup.job on project_id = "projectId" and job_id = "jobId" and look_number = "lookNumber",
       lateral (select ${SEEN}) as known, lateral (select ${sightOf(values)}) as sight`,
    [JSON.stringify(looks.map((look, place) => ({ ...look, place }))), nowMs, nowMs - WORK_EXPECTED_MS]
  )
  const found = new Map(dueLooksSchema.parse(rows).map(({ place, ...look }) => [place, look]))
  return looks.map((_, place) => found.get(place))
}

/** A look that found nothing new: only when it was, and when the next one is. */
export type QuietLook = PlannedLook & { lastSeenAtMs: number | null; seenAtMs: number; nextAtMs: number }

const jobIdsSchema = z.array(z.object({ jobId: z.string() }))

/**
 * Stores those of them about whose jobs nothing else was stored meanwhile, and returns their ids. What somebody has locked is left
 * to its own turn: no job waits for another.
 */
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
  return new Set(jobIdsSchema.parse(rows).map(({ jobId }) => jobId))
}
