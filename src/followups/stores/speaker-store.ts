import { z } from 'zod'
import type { Sql } from '../../database/database.ts'
import type { ThreadKey } from '../rules/followup.ts'
import { type Choice, REPLIES, type Replies } from '../rules/setting.ts'
import { CHOICES, readChoice } from './setting-store.ts'

/** What somebody wrote in a thread, and when. */
export type Spoken = ThreadKey & { userId: string; writtenAtMs: number }

/** What was known when it was written, however late it is looked at. */
export type Heard = {
  /** Its author had never given an instruction, nor was told what a reply is. */
  isNew: boolean
  /** Somebody else had written there, or given its job an instruction. */
  hasOthers: boolean
  /** Which replies go to the agent there. */
  chosen: Choice<Replies> | undefined
  /** Its author was told that only mentions do. */
  knowsOfMentions: boolean
}

const heardSchema = z.object({
  isNew: z.boolean(),
  hasOthers: z.boolean(),
  knowsOfMentions: z.boolean(),
  choices: z.unknown()
})

const THREAD = 'team_id = $1 and channel_id = $2 and thread_ts = $3'

export async function hear(sql: Sql, { teamId, channelId, threadTs, userId, writtenAtMs }: Spoken): Promise<Heard> {
  const [row] = await sql.query(
    `select not exists (select from followup.speaker where team_id = $1 and user_id = $6 and told is not null)
         and not exists (select from followup.followup where team_id = $1 and requester_id = $6 and written_at_ms < $5) as "isNew",
       exists (select from followup.speaker where ${THREAD} and user_id <> $6 and since_ms <= $5)
         or exists (select from followup.followup where ${THREAD} and requester_id <> $6 and written_at_ms <= $5) as "hasOthers",
       exists (select from followup.speaker where ${THREAD} and user_id = $6 and told = 'mention') as "knowsOfMentions",
       (select coalesce(json_agg(choice), '[]') from (${CHOICES}) as choice) as choices`,
    [teamId, channelId, threadTs, REPLIES.name, writtenAtMs, userId]
  )
  const { choices, ...heard } = heardSchema.parse(row)
  return { ...heard, chosen: readChoice(choices, REPLIES) }
}

/** Remembers that somebody writes in a thread, since when, and what they were told about it. */
export async function noteSpeaker(
  sql: Sql,
  { teamId, channelId, threadTs, userId, writtenAtMs }: Spoken,
  told?: 'always' | 'mention'
): Promise<void> {
  await sql.query(
    `insert into followup.speaker (team_id, channel_id, thread_ts, user_id, since_ms, told) values ($1, $2, $3, $4, $5, $6)
     on conflict (team_id, channel_id, thread_ts, user_id)
       do update set since_ms = least(speaker.since_ms, $5), told = coalesce($6, speaker.told)`,
    [teamId, channelId, threadTs, userId, writtenAtMs, told]
  )
}
