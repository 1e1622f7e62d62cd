import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Sql, Statement } from '../database/database.ts'
import type { SlackMessage } from './blocks.ts'

/** A message is posted exactly once: `id` names the operation, and travels in its metadata, for the thread to tell whether it arrived. */
export type View = {
  id: string
  teamId: string
  channelId: string
  threadTs: string | null
  followupId: string | null
  /**
   * Without words it is drawn when it is shown. `about` names what its reader may no longer want to hear about, and `seenIn` the
   * channel of which a direct message tells.
   */
  message: Partial<SlackMessage> & {
    broadcast?: boolean
    about?: string
    seenIn?: string
    threadUrl?: string | null
    awaitsThread?: true
  }
}

const messageSchema = z.looseObject({
  text: z.string().optional(),
  blocks: z.array(z.looseObject({ type: z.string() })).optional()
})

const storedMessage = z.custom<View['message']>(value => messageSchema.safeParse(value).success)

const storedView = z.object({
  id: z.string(),
  teamId: z.string(),
  channelId: z.string(),
  threadTs: z.string().nullable(),
  followupId: z.string().nullable(),
  message: storedMessage,
  state: z.enum(['pending', 'posting', 'posted', 'buried']),
  messageTs: z.string().nullable(),
  addedAtMs: z.coerce.number(),
  turnAtMs: z.coerce.number().nullable(),
  firstTryMs: z.coerce.number().nullable(),
  lastTryMs: z.coerce.number().nullable()
})

export type StoredView = z.output<typeof storedView>

export const COLUMNS = `id, team_id as "teamId", channel_id as "channelId", thread_ts as "threadTs", followup_id as "followupId", message,
  state, message_ts as "messageTs", added_at_ms as "addedAtMs", turn_at_ms as "turnAtMs", first_try_ms as "firstTryMs", last_try_ms as "lastTryMs"`

export const parseView = (row: unknown): StoredView => storedView.parse(row)

export const wordsOf = ({ message: { text, blocks } }: Pick<View, 'message'>): SlackMessage | undefined =>
  text === undefined || blocks === undefined ? undefined : { text, blocks }

export async function addViews(sql: Sql, views: View[], nowMs: number): Promise<void> {
  await sql.write(
    `insert into followup.view (id, team_id, channel_id, thread_ts, followup_id, message, added_at_ms)
     select id, "teamId", "channelId", "threadTs", "followupId", message, $2 from json_to_recordset($1) as view
       (id text, "teamId" text, "channelId" text, "threadTs" text, "followupId" text, message jsonb)
     on conflict (id) do nothing`,
    [JSON.stringify(views), nowMs]
  )
}

export async function findView(sql: Sql, id: string): Promise<StoredView | undefined> {
  const [row] = await sql.query(`select ${COLUMNS} from followup.view where id = $1`, [id])
  return row && parseView(row)
}

export async function changeWords(sql: Sql, id: string, message: View['message']): Promise<void> {
  await sql.query('update followup.view set message = $2 where id = $1', [id, JSON.stringify(message)])
}

/** What is in Slack about one follow-up is about another from now on. False: nothing is. */
export async function renameView(sql: Sql, id: string, to: { id: string; followupId: string }): Promise<boolean> {
  const rows = await sql.query(
    `update followup.view set id = $2, followup_id = $3 where id = $1 and state = 'posted' returning id`,
    [id, to.id, to.followupId]
  )
  return rows.length > 0
}

/** Gives up a message that is not in Slack yet, for all that is known. Undefined when it is already closed. */
export async function buryView(sql: Sql, id: string): Promise<StoredView | undefined> {
  const [row] = await sql.query(
    `update followup.view set state = 'buried' where id = $1 and state in ('pending', 'posting') returning ${COLUMNS}`,
    [id]
  )
  return row && parseView(row)
}

/** False: nothing about it was waiting to be posted. */
export async function dropViews(
  sql: Sql,
  { teamId, channelId, about }: { teamId: string; channelId: string; about: string }
): Promise<boolean> {
  const rows = await sql.query(
    `update followup.view set state = 'buried'
     where team_id = $1 and channel_id = $2 and state = 'pending' and message ->> 'about' = $3 returning id`,
    [teamId, channelId, about]
  )
  return rows.length > 0
}

/** Whether a message to this channel is on its way: the thread it will open is not known yet. */
export async function isPosting(sql: Sql, teamId: string, channelId: string): Promise<boolean> {
  const rows = await sql.query(
    `select from followup.view where team_id = $1 and channel_id = $2 and thread_ts is null and state in ('pending', 'posting') limit 1`,
    [teamId, channelId]
  )
  return rows.length > 0
}

// A call to Slack times out after 10 s, and can still take effect a moment later.
const EDIT_IS_OVER_MS = 15_000

export type ViewKey = { id: string } | { teamId: string; channelId: string; ts: string }

/** Claims a view for one edit; no row if another one is under way. */
export const editBegun = (key: ViewKey, nowMs: number): Statement => ({
  // A time in the future was written by a wrong clock.
  text: `update followup.view set editing_since_ms = $1, digest = case when editing_since_ms is null then digest end
    where ${whereOf(key)} and (editing_since_ms is null or editing_since_ms > $1 or editing_since_ms <= $2) returning digest`,
  values: [nowMs, nowMs - EDIT_IS_OVER_MS, ...valuesOf(key)]
})

/** Without a digest, what is shown now is unknown. */
export const editOver = (key: ViewKey, claimedAtMs: number, digest: string | null): Statement => ({
  text: `update followup.view set digest = $2, editing_since_ms = null where ${whereOf(key)} and editing_since_ms = $1
    returning digest`,
  values: [claimedAtMs, digest, ...valuesOf(key)]
})

const whereOf = (key: ViewKey) => ('id' in key ? 'id = $3' : '(team_id, channel_id, message_ts) = ($3, $4, $5)')

const valuesOf = (key: ViewKey) => ('id' in key ? [key.id] : [key.teamId, key.channelId, key.ts])

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
