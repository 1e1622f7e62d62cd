import { z } from 'zod'
import type { Sql } from '../../database/database.ts'
import { type Followup, followupSchema } from '../model/followup.ts'
import type { Wait } from '../model/wait.ts'
import { COLUMNS, LINE } from './followup-store.ts'

/** What makes two commands the same: the same words, from one person to one job in one channel, that are to go out at the same time. */
export type Words = Pick<Followup, 'teamId' | 'channelId' | 'projectId' | 'jobId' | 'requesterId' | 'prompt'> & {
  wait?: Wait | undefined
}

export const nameOfWords = ({ teamId, channelId, projectId, jobId, requesterId, prompt, wait }: Words) =>
  JSON.stringify([teamId, channelId, projectId, jobId, requesterId, prompt, wait?.what, timeOf(wait)])

export const nameOfSent = (followup: Followup) => nameOfWords({ ...followup, wait: followup.askedWait ?? undefined })

const timeOf = (wait: Wait | undefined) => (wait?.what === 'time' ? wait.atMs : undefined)

/** "in 2 hours", typed once more, is a little later. */
const SAME_TIME_MS = 60_000

const twinSchema = z.object({ name: z.string(), twin: followupSchema })

const twinsSchema = z.array(twinSchema)

/** For each of these words, by their name, the first command since `sinceMs` that put them on their way, if any. */
export async function findTwins(sql: Sql, words: Words[], sinceMs: number): Promise<Map<string, Followup>> {
  const asked = words.map(one => ({ ...one, name: nameOfWords(one), what: one.wait?.what, atMs: timeOf(one.wait) }))
  const rows = await sql.query(
    `select asked.name, to_json(twin) as twin from json_to_recordset($1) as asked
       (name text, "teamId" text, "channelId" text, "projectId" text, "jobId" text, "requesterId" text, prompt text, what text,
        "atMs" numeric),
     lateral (select ${COLUMNS} from followup.followup
       where team_id = asked."teamId" and channel_id = asked."channelId" and project_id = asked."projectId"
         and job_id = asked."jobId" and requester_id = asked."requesterId" and prompt = asked.prompt
         and asked_wait ->> 'what' is not distinct from asked.what
         and coalesce(abs((asked_wait ->> 'atMs')::numeric - asked."atMs"), 0) <= ${SAME_TIME_MS}
         and in_line_at_ms >= $2 and reply_ts is null and state not in ('rejected', 'cancelled')
       order by ${LINE} limit 1) as twin`,
    [JSON.stringify(asked), sinceMs]
  )
  return new Map(twinsSchema.parse(rows).map(({ name, twin }) => [name, twin]))
}
