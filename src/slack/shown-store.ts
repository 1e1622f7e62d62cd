import { createHash } from 'node:crypto'
import type { Statement } from '../database/database.ts'
import type { SlackMessage } from './blocks.ts'

/** A message of ours in Slack. */
export type ShownKey = { teamId: string; channelId: string; ts: string }

// A call to Slack times out after 10 s, and can still take effect a moment later.
const EDIT_IS_OVER_MS = 15_000

const KEY = 'team_id = $1 and channel_id = $2 and ts = $3'

/**
 * Claims the message for one edit, unless another one is under way: then it returns no row. Until the edit is over, only its
 * claimer knows what the message shows.
 */
export const editBegun = (key: ShownKey, nowMs: number): Statement => ({
  // A time in the future was written by a wrong clock.
  text: `insert into followup.shown_message as shown (team_id, channel_id, ts, editing_since_ms) values ($1, $2, $3, $4)
    on conflict (team_id, channel_id, ts) do update
      set editing_since_ms = $4, digest = case when shown.editing_since_ms is null then shown.digest end
      where shown.editing_since_ms is null or shown.editing_since_ms > $4 or shown.editing_since_ms <= $5
    returning digest`,
  values: [...valuesOf(key), nowMs, nowMs - EDIT_IS_OVER_MS]
})

/** The edit claimed at `claimedAtMs` is over. Without a digest, what is shown now is unknown. */
export const editOver = (key: ShownKey, claimedAtMs: number, digest: string | null): Statement => ({
  text: `update followup.shown_message set digest = $5, editing_since_ms = null where ${KEY} and editing_since_ms = $4
    returning digest`,
  values: [...valuesOf(key), claimedAtMs, digest]
})

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
