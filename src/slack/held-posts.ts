import { z } from 'zod'
import type { Sql } from '../database/database.ts'

const waitingPost = z.object({
  id: z.string(),
  teamId: z.string(),
  channelId: z.string(),
  followupId: z.string().nullable(),
  addedAtMs: z.coerce.number(),
  heldUntilMs: z.coerce.number().nullable(),
  wasTried: z.boolean()
})

/** A message that is not in Slack yet. */
export type WaitingPost = z.output<typeof waitingPost>

export async function findWaiting(sql: Sql, id: string): Promise<WaitingPost | undefined> {
  const [row] = await sql.query(
    `select id, team_id as "teamId", channel_id as "channelId", followup_id as "followupId", added_at_ms as "addedAtMs",
       held_until_ms as "heldUntilMs", first_try_ms is not null as "wasTried"
     from followup.post where id = $1 and state in ('pending', 'posting')`,
    [id]
  )
  return row && waitingPost.parse(row)
}

/** Its reader has quiet hours until then. */
export async function saveHeld(sql: Sql, { id, heldUntilMs }: WaitingPost, untilMs: number): Promise<void> {
  await sql.query(
    `update followup.post set held_until_ms = $2
     where id = $1 and state = 'pending' and held_until_ms is not distinct from $3`,
    [id, untilMs, heldUntilMs]
  )
}

const IS_HELD = `state = 'pending' and first_try_ms is null`

const heldSchema = z.object({ until: z.coerce.number().nullable() })

/** Until when the last of those is held that came earlier, for the same person. Undefined: there are none. */
export async function earlierHeldUntilMs(
  sql: Sql,
  { id, teamId, channelId, addedAtMs }: WaitingPost
): Promise<number | undefined> {
  const [row] = await sql.query(
    `select max(held_until_ms) as until from followup.post
     where team_id = $1 and channel_id = $2 and ${IS_HELD} and (added_at_ms, id) < ($3, $4)`,
    [teamId, channelId, addedAtMs, id]
  )
  return heldSchema.parse(row).until ?? undefined
}

/** Somebody changed their quiet hours: nothing is held any longer than that. Returns what goes out earlier. */
export async function shortenHolds(
  sql: Sql,
  { teamId, channelId }: Pick<WaitingPost, 'teamId' | 'channelId'>,
  untilMs: number
): Promise<string[]> {
  const rows = await sql.query(
    `update followup.post set held_until_ms = $3
     where team_id = $1 and channel_id = $2 and ${IS_HELD} and held_until_ms > $3 returning id`,
    [teamId, channelId, untilMs]
  )
  return rows.map(({ id }) => String(id))
}

/** Somebody no longer wants to hear about that. False: nothing about it was waiting. */
export async function dropHeld(
  sql: Sql,
  { teamId, channelId }: Pick<WaitingPost, 'teamId' | 'channelId'>,
  about: string
): Promise<boolean> {
  const rows = await sql.query(
    `update followup.post set state = 'buried'
     where team_id = $1 and channel_id = $2 and state = 'pending' and message ->> 'about' = $3 returning id`,
    [teamId, channelId, about]
  )
  return rows.length > 0
}

/** It will be posted as it is stored then. */
export async function isUntried(sql: Sql, id: string): Promise<boolean> {
  return (await sql.query(`select from followup.post where id = $1 and ${IS_HELD}`, [id])).length > 0
}
