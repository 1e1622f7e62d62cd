import { z } from 'zod'
import type { Sql } from '../../database/database.ts'
import { followupSchema, UNSENT } from '../rules/followup.ts'
import { messageId } from '../rules/message-ids.ts'
import { COLUMNS, LINE } from './followup-store.ts'
import { NEXT_FIRST } from './line-store.ts'
import { isWithoutPlace } from './place-store.ts'

// What a step has to know before it reads the job, each in one statement.

export const READS_CLOSED_UNTIL_MS = (projectId: string) =>
  `coalesce((select reads_closed_until_ms from followup.project where project_id = ${projectId}), 0)`

const readySchema = z.object({
  followup: followupSchema,
  /** Since when the latest of those replies is being looked at that may be an earlier instruction for the same job. */
  triedMs: z.coerce.number().nullable(),
  isFirst: z.boolean(),
  readsClosedUntilMs: z.coerce.number()
})

/** An instruction that may be about to go out. */
export async function findReady(sql: Sql, id: string, nowMs: number) {
  const [row] = await sql.query(
    `select to_json(own) as followup,
       (select max(coalesce(first_try_ms, $2)) from followup.reply left join followup.thread using (team_id, channel_id, thread_ts)
          left join followup.followup above on above.team_id = reply.team_id and above.channel_id = reply.channel_id
            and above.reply_ts = reply.thread_ts and reply.channel_id like 'D%'
        where coalesce(thread.project_id, named_project_id, above.project_id) = own."projectId"
          and coalesce(thread.job_id, named_job_id, above.job_id) = own."jobId"
          and is_instruction
          and (reply.written_at_ms, ts) < (own."writtenAtMs", coalesce(own."replyTs", ''))) as "triedMs",
       (select id from followup.followup where project_id = own."projectId" and job_id = own."jobId" and state = any($3)
        order by ${NEXT_FIRST} limit 1) is not distinct from own.id as "isFirst",
       ${READS_CLOSED_UNTIL_MS('own."projectId"')} as "readsClosedUntilMs"
     from (select ${COLUMNS} from followup.followup where id = $1) as own`,
    [id, nowMs, UNSENT]
  )
  if (row === undefined) throw new Error(`Cannot load follow-up '${id}': there is none`)
  return readySchema.parse(row)
}

const OF_OWN = 'own."projectId", own."jobId", own."teamId", own."channelId"'

const unplacedSchema = z.object({
  followup: followupSchema,
  hasCard: z.boolean(),
  /** The newest thread of the job in this channel that goes on. */
  openThreadTs: z.string().nullable(),
  /** The first of those that look for a place there, typed since some time. */
  firstId: z.string().nullable(),
  /** Nobody has locked the job's row yet: whatever else happens to its instructions comes later. */
  isJobNew: z.boolean(),
  readsClosedUntilMs: z.coerce.number()
})

/** A typed instruction, and the place there may be for it. */
export async function findUnplaced(sql: Sql, id: string, sinceMs: number) {
  const [row] = await sql.query(
    `select to_json(own) as followup,
       exists (select from followup.post where id = $2 and state <> 'buried') as "hasCard",
       (select thread_ts from followup.thread where project_id = own."projectId" and job_id = own."jobId"
          and team_id = own."teamId" and channel_id = own."channelId" and closed_because is null
        order by thread_ts desc limit 1) as "openThreadTs",
       (select id from followup.followup where ${isWithoutPlace(OF_OWN)} and written_at_ms > $3
        order by exists (select from followup.post where post.id = followup.id || '${messageId('', 'card')}') desc, ${LINE}
        limit 1) as "firstId",
       not exists (select from followup.job where project_id = own."projectId" and job_id = own."jobId") as "isJobNew",
       ${READS_CLOSED_UNTIL_MS('own."projectId"')} as "readsClosedUntilMs"
     from (select ${COLUMNS} from followup.followup where id = $1) as own`,
    [id, messageId(id, 'card'), sinceMs]
  )
  if (row === undefined) throw new Error(`Cannot load follow-up '${id}': there is none`)
  return unplacedSchema.parse(row)
}
