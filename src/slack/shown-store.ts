import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Sql } from '../database/database.ts'
import type { Statement } from '../database/writes.ts'
import type { SlackMessage } from './blocks.ts'

/** A message of ours in Slack. */
export type ShownKey = { teamId: string; channelId: string; ts: string }

// A call to Slack times out after 10 s, and can still take effect a moment later.
const EDIT_IS_OVER_MS = 15_000

const KEY = 'team_id = $1 and channel_id = $2 and ts = $3'

/**
 * Claims the message for one edit: until that is saved, nobody knows what it shows. No edit is needed when it shows this already,
 * and none may start while another one is under way.
 */
export async function claimEdit(
  sql: Sql,
  key: ShownKey,
  message: SlackMessage,
  nowMs: number
): Promise<'claimed' | 'shown already' | 'being edited'> {
  const digest = digestOf(message)
  // A time in the future was written by a wrong clock.
  const [row] = await sql.query(
    `with claimed as (
       insert into followup.shown_message as shown (team_id, channel_id, ts, editing_since_ms) values ($1, $2, $3, $4)
       on conflict (team_id, channel_id, ts) do update set digest = null, editing_since_ms = $4
         where shown.digest is distinct from $5
           and (shown.editing_since_ms is null or shown.editing_since_ms > $4 or shown.editing_since_ms <= $6)
       returning ts)
     select exists (select from claimed) as "isClaimed",
       exists (select from followup.shown_message where ${KEY} and digest = $5) as "isShown"`,
    [...valuesOf(key), nowMs, digest, nowMs - EDIT_IS_OVER_MS]
  )
  const { isClaimed, isShown } = z.object({ isClaimed: z.boolean(), isShown: z.boolean() }).parse(row)
  if (isClaimed) return 'claimed'
  return isShown ? 'shown already' : 'being edited'
}

/** The edit claimed at `claimedAtMs` is over. Without a message, what is shown now is unknown. */
export const editOver = (key: ShownKey, claimedAtMs: number, message: SlackMessage | undefined): Statement => ({
  text: `update followup.shown_message set digest = $5, editing_since_ms = null where ${KEY} and editing_since_ms = $4`,
  values: [...valuesOf(key), claimedAtMs, message ? digestOf(message) : null]
})

export async function saveEdit(sql: Sql, { text, values }: Statement): Promise<void> {
  await sql.query(text, values)
}

const valuesOf = ({ teamId, channelId, ts }: ShownKey) => [teamId, channelId, ts]

export const digestOf = ({ text, blocks }: SlackMessage) =>
  createHash('sha256')
    .update(JSON.stringify(sorted({ text, blocks })))
    .digest('hex')

/** The database keeps a stored message's fields in an order of its own. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).filter(([, field]) => field !== undefined)
  return Object.fromEntries(
    fields.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, field]) => [name, sorted(field)])
  )
}
