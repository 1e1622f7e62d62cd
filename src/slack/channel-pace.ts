import { z } from 'zod'
import type { Sql } from '../database/database.ts'

type ChannelKey = { teamId: string; channelId: string }

const CHANNEL_PACE_MS = 1_000

/** Waits that Slack asks for are capped at ten minutes, and turns take a few. Anything further ahead is a wrong clock's fault. */
export const FARTHEST_WAIT_MS = 20 * 60_000

/** When a message's turn comes: one message per second and channel across all processes, in the order of asking. */
export async function takeTurn(sql: Sql, { teamId, channelId }: ChannelKey, nowMs: number): Promise<number> {
  const [pace] = await sql.query(turnOf('select $1, $2', '$3'), [teamId, channelId, nowMs])
  return z.coerce.number().parse(pace?.turn)
}

/** The same as a part of another statement, which selects the channel and names the parameter that is the time. */
export const turnOf = (channel: string, now: string) =>
  `insert into followup.channel_pace as pace (team_id, channel_id, next_post_at_ms)
     select channel.*, ${now}::bigint + ${CHANNEL_PACE_MS} from (${channel}) as channel
   on conflict (team_id, channel_id) do update set next_post_at_ms = ${CHANNEL_PACE_MS} + case
     when pace.next_post_at_ms > ${now} + ${FARTHEST_WAIT_MS} then ${now} else greatest(pace.next_post_at_ms, ${now}) end
   returning next_post_at_ms - ${CHANNEL_PACE_MS} as turn`

/** Slack asked us to wait: the whole channel does. */
export async function holdChannel(sql: Sql, { teamId, channelId }: ChannelKey, untilMs: number): Promise<void> {
  await sql.query(
    `update followup.channel_pace set next_post_at_ms = greatest(next_post_at_ms, $3) where team_id = $1 and channel_id = $2`,
    [teamId, channelId, untilMs]
  )
}
