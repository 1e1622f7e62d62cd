import { z } from 'zod'
import type { Sql } from '../../database/database.ts'
import { type Followup, followupSchema, waitOf } from '../rules/followup.ts'
import type { Wait } from '../rules/wait.ts'
import { COLUMNS, LINE } from './followup-store.ts'

/** What makes two commands the same: the same words, from one person to one job in one channel, that wait for the same if at all. */
export type Words = Pick<Followup, 'teamId' | 'channelId' | 'projectId' | 'jobId' | 'requesterId' | 'prompt'> & {
  wait?: Wait | undefined
}

export const nameOfWords = ({ teamId, channelId, projectId, jobId, requesterId, prompt, wait }: Words) =>
  JSON.stringify([teamId, channelId, projectId, jobId, requesterId, prompt, ...(wait ? [wait.what] : [])])

export const nameOfSent = (followup: Followup) => nameOfWords({ ...followup, wait: waitOf(followup) })

/** For each of these words, the first command since `sinceMs` that put them on their way, if any. */
export async function findTwins(sql: Sql, words: Words[], sinceMs: number): Promise<Followup[]> {
  const rows = await sql.query(
    `select twin.* from json_to_recordset($1) as asked
       ("teamId" text, "channelId" text, "projectId" text, "jobId" text, "requesterId" text, prompt text, wait jsonb),
     lateral (select ${COLUMNS} from followup.followup
       where team_id = asked."teamId" and channel_id = asked."channelId" and project_id = asked."projectId"
         and job_id = asked."jobId" and requester_id = asked."requesterId" and prompt = asked.prompt
         and progress -> 'wait' ->> 'what' is not distinct from asked.wait ->> 'what'
         and written_at_ms >= $2 and reply_ts is null and state not in ('rejected', 'cancelled')
       order by ${LINE} limit 1) as twin`,
    [JSON.stringify(words), sinceMs]
  )
  return z.array(followupSchema).parse(rows)
}
