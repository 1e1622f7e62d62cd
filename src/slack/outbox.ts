import { z } from 'zod'
import type { Database, Sql } from '../database/database.ts'
import type { SlackMessage } from './blocks.ts'
import type { SlackClient } from './slack-client.ts'
import { SlackBusy, SlackRefusal } from './slack-failure.ts'

/**
 * A message that is posted exactly once. `id` names the operation ("f_12:result"): asking for it twice is asking once, and
 * it travels in the message's metadata, so that after an unclear answer the thread itself tells whether it arrived.
 */
export type Post = {
  id: string
  teamId: string
  channelId: string
  threadTs: string | null
  followupId: string
  message: SlackMessage & { broadcast?: boolean }
}

type StoredPost = Post & { state: 'pending' | 'posting' | 'posted' | 'buried'; postingSinceMs: number | null }

const stored = z.object({
  id: z.string(),
  teamId: z.string(),
  channelId: z.string(),
  threadTs: z.string().nullable(),
  followupId: z.string(),
  message: z.custom<Post['message']>(
    value =>
      z.object({ text: z.string(), blocks: z.array(z.looseObject({ type: z.string() })) }).safeParse(value).success
  ),
  state: z.enum(['pending', 'posting', 'posted', 'buried']),
  postingSinceMs: z.coerce.number().nullable()
})

export type OutboxDeps = {
  database: Database
  slack: SlackClient
  now: () => number
  /** What the app does, in the same transaction, once the message is in Slack. */
  onPosted: (sql: Sql, post: Post, messageTs: string) => Promise<void>
  /** What the app does, in the same transaction, when Slack will never take the message. */
  onRefused: (sql: Sql, post: Post, code: string) => Promise<void>
}

const CHANNEL_PACE_MS = 1_000
// Slack's clock and ours differ; a message found twice is worse than a longer look back.
const LOOK_BACK_MS = 120_000

/** Stores the message; true when it is new and its `post-message` task has to be enqueued by the caller. */
export async function addPost(
  sql: Sql,
  { id, teamId, channelId, threadTs, followupId, message }: Post
): Promise<boolean> {
  const rows = await sql.query(
    `insert into followup.post (id, team_id, channel_id, thread_ts, followup_id, message)
     values ($1, $2, $3, $4, $5, $6) on conflict (id) do nothing returning id`,
    [id, teamId, channelId, threadTs, followupId, JSON.stringify(message)]
  )
  return rows.length > 0
}

/** Brings one stored message into Slack. Found half done, it asks the thread first. */
export async function postMessage(
  { database, slack, now, onPosted, onRefused }: OutboxDeps,
  id: string
): Promise<void> {
  const claim = await database.transaction(sql => claimPost(sql, id, now()))
  if (claim === undefined) return
  const { post, state, postingSinceMs } = claim
  try {
    // A person's id can be posted to, but not read back from: their conversation can.
    const channelId = isPerson(post.channelId) ? await slack.openDirect(post.channelId) : post.channelId
    const place = { channelId, ...(post.threadTs && { threadTs: post.threadTs }) }
    const earlier =
      state === 'posting' ? await slack.findPosted(place, id, (postingSinceMs ?? now()) - LOOK_BACK_MS) : undefined
    const messageTs =
      earlier ??
      (await slack.post(place, post.message, { operationId: id, broadcast: post.message.broadcast ?? false }))
    await database.transaction(async sql => {
      const closed = await closePost(sql, id, 'posted', messageTs)
      if (closed) await onPosted(sql, post, messageTs)
    })
  } catch (error) {
    if (error instanceof SlackBusy) await database.transaction(sql => postpone(sql, claim, now() + error.waitMs))
    if (!(error instanceof SlackRefusal)) throw error
    await database.transaction(async sql => {
      const closed = await closePost(sql, id, 'buried', null)
      if (closed) await onRefused(sql, post, error.code)
    })
  }
}

const isPerson = (id: string) => /^[UW]/.test(id)

type Claim = { post: Post; state: StoredPost['state']; postingSinceMs: number | null }

/** Marks the message as being posted, in its channel's turn. Undefined: there is nothing left to do. */
async function claimPost(sql: Sql, id: string, nowMs: number): Promise<Claim | undefined> {
  const [row] = await sql.query(
    `select id, team_id as "teamId", channel_id as "channelId", thread_ts as "threadTs", followup_id as "followupId", message,
       state, posting_since_ms as "postingSinceMs"
     from followup.post where id = $1 for update`,
    [id]
  )
  if (row === undefined) return undefined
  const { state, postingSinceMs, ...post } = stored.parse(row)
  if (state === 'posted' || state === 'buried') return undefined
  await takeTurn(sql, post, nowMs)
  await sql.query(
    `update followup.post set state = 'posting', posting_since_ms = coalesce(posting_since_ms, $2) where id = $1`,
    [id, nowMs]
  )
  return { post, state, postingSinceMs }
}

/** One message a second and channel, for all processes together. Throws SlackBusy when the turn is later. */
async function takeTurn(sql: Sql, { teamId, channelId }: Post, nowMs: number): Promise<void> {
  const taken = await sql.query(
    `insert into followup.channel_pace as pace (team_id, channel_id, next_post_at_ms) values ($1, $2, $3::bigint + $4)
     on conflict (team_id, channel_id) do update set next_post_at_ms = excluded.next_post_at_ms
     where pace.next_post_at_ms <= $3 returning channel_id`,
    [teamId, channelId, nowMs, CHANNEL_PACE_MS]
  )
  if (taken.length > 0) return
  const [pace] = await sql.query(
    'select next_post_at_ms as at from followup.channel_pace where team_id = $1 and channel_id = $2',
    [teamId, channelId]
  )
  throw new SlackBusy(Math.max(z.coerce.number().parse(pace?.at) - nowMs, 1))
}

async function closePost(sql: Sql, id: string, state: 'posted' | 'buried', messageTs: string | null): Promise<boolean> {
  const rows = await sql.query(
    `update followup.post set state = $2, message_ts = $3 where id = $1 and state = 'posting' returning id`,
    [id, state, messageTs]
  )
  return rows.length > 0
}

/** Slack asks to wait: the whole channel does. A message whose first try was unclear stays in doubt. */
async function postpone(sql: Sql, { post, state }: Claim, againAtMs: number): Promise<void> {
  await sql.query(`update followup.post set state = $2 where id = $1 and state = 'posting'`, [post.id, state])
  await sql.query(
    `update followup.channel_pace set next_post_at_ms = greatest(next_post_at_ms, $3) where team_id = $1 and channel_id = $2`,
    [post.teamId, post.channelId, againAtMs]
  )
}

/** The timestamp of a message, once it is posted. */
export async function postedTs(sql: Sql, id: string): Promise<string | undefined> {
  const [row] = await sql.query(`select message_ts as ts from followup.post where id = $1 and state = 'posted'`, [id])
  return row === undefined ? undefined : z.string().parse(row.ts)
}

/** Whether a message to this channel is on its way: the thread it will open is then not known yet. */
export async function isPosting(sql: Sql, teamId: string, channelId: string): Promise<boolean> {
  const rows = await sql.query(
    `select from followup.post where team_id = $1 and channel_id = $2 and thread_ts is null and state in ('pending', 'posting') limit 1`,
    [teamId, channelId]
  )
  return rows.length > 0
}
