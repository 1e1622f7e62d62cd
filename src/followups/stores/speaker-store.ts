import { z } from 'zod'
import type { Sql } from '../../database/database.ts'
import type { ThreadKey } from '../rules/followup.ts'
import { type Choice, REPLIES, type Replies } from '../rules/setting.ts'
import { CHOICES, readChoice } from './setting-store.ts'

/** What was known of somebody, and of a thread, when they wrote in it. */
export type Heard = {
  /** They never gave an instruction, nor wrote in a thread of a job. */
  isNew: boolean
  /** Somebody else wrote there, or gave its job an instruction. */
  hasOthers: boolean
  /** Which replies go to the agent there. */
  chosen: Choice<Replies> | undefined
}

const heardSchema = z.object({ isNew: z.boolean(), hasOthers: z.boolean(), choices: z.unknown() })

/** Remembers that somebody wrote in a thread. */
export async function hear(sql: Sql, { teamId, channelId, threadTs }: ThreadKey, userId: string): Promise<Heard> {
  const [row] = await sql.query(
    `with speaker as (insert into followup.speaker (team_id, channel_id, thread_ts, user_id) values ($1, $2, $3, $5)
       on conflict do nothing)
     select not exists (select from followup.speaker where team_id = $1 and user_id = $5)
         and not exists (select from followup.followup where team_id = $1 and requester_id = $5) as "isNew",
       exists (select from followup.speaker
           where team_id = $1 and channel_id = $2 and thread_ts = $3 and user_id <> $5)
         or exists (select from followup.followup
           where team_id = $1 and channel_id = $2 and thread_ts = $3 and requester_id <> $5) as "hasOthers",
       (select coalesce(json_agg(choice), '[]') from (${CHOICES}) as choice) as choices`,
    [teamId, channelId, threadTs, REPLIES.name, userId]
  )
  const { choices, ...heard } = heardSchema.parse(row)
  return { ...heard, chosen: readChoice(choices, REPLIES) }
}
