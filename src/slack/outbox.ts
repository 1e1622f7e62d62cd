import { z } from 'zod'
import type { Database, Sql } from '../database/database.ts'
import type { SlackMessage } from './blocks.ts'
import type { SlackClient } from './slack-client.ts'
import { SlackBusy, SlackLockedOut, SlackRefusal } from './slack-failure.ts'

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
  turnAtMs: z.coerce.number().nullable(),
  firstTryMs: z.coerce.number().nullable(),
  lastTryMs: z.coerce.number().nullable()
})

const COLUMNS = `id, team_id as "teamId", channel_id as "channelId", thread_ts as "threadTs", followup_id as "followupId", message,
  state, turn_at_ms as "turnAtMs", first_try_ms as "firstTryMs", last_try_ms as "lastTryMs"`

export type OutboxDeps = {
  database: Database
  slack: SlackClient
  now: () => number
  /** What the app does, in the same transaction, once the message is in Slack. */
  onPosted: (sql: Sql, post: Post, messageTs: string) => Promise<void>
  /** Whether the message still makes sense once the operator has given the bot a token that Slack accepts. */
  canWait: (post: Post) => boolean
  /** What the app does, in the same transaction, when Slack will never take the message. */
  onRefused: (sql: Sql, post: Post, code: string) => Promise<void>
}

const CHANNEL_PACE_MS = 1_000
// A call to Slack is given up after 10 s, and what it asked for can still appear a moment later.
const TRY_IS_OVER_MS = 15_000
// Slack's clock and ours differ; a message found twice is worse than a longer look back.
const LOOK_BACK_MS = 120_000

/** Stores messages; answers the ids of those that are new and whose `post-message` tasks have to be enqueued by the caller. */
export async function addPosts(sql: Sql, posts: Post[], nowMs: number): Promise<string[]> {
  const rows = await sql.query(
    `insert into followup.post (id, team_id, channel_id, thread_ts, followup_id, message, added_at_ms)
     select id, "teamId", "channelId", "threadTs", "followupId", message, $2 from json_to_recordset($1) as post
       (id text, "teamId" text, "channelId" text, "threadTs" text, "followupId" text, message jsonb)
     on conflict (id) do nothing returning id`,
    [JSON.stringify(posts), nowMs]
  )
  return z.array(z.string()).parse(rows.map(({ id }) => id))
}

/** Brings one stored message into Slack. Found half done, it asks the thread first. */
export async function postMessage(
  { database, slack, now, canWait, onPosted, onRefused }: OutboxDeps,
  id: string
): Promise<void> {
  const claim = await database.transaction(sql => claimPost(sql, id, now()))
  if (claim === undefined) return
  if ('waitMs' in claim) throw new SlackBusy(claim.waitMs)
  const { post, inDoubtSinceMs } = claim
  try {
    const messageTs = (await findEarlier(slack, post, inDoubtSinceMs)) ?? (await postNow(slack, post))
    await database.transaction(async sql => {
      if (await closePost(sql, claim, 'posted', messageTs)) await onPosted(sql, post, messageTs)
    })
  } catch (error) {
    if (error instanceof SlackBusy) await database.transaction(sql => postpone(sql, claim, now() + error.waitMs))
    const isRefused = error instanceof SlackRefusal || (error instanceof SlackLockedOut && !canWait(post))
    if (!isRefused) throw error
    await database.transaction(async sql => {
      if (await closePost(sql, claim, 'buried', null)) await onRefused(sql, post, error.code)
    })
  }
}

/** Gives a message up for another reason than Slack's no: its task was given up. Undefined: it is closed already. */
export async function buryPost(sql: Sql, id: string): Promise<Post | undefined> {
  const [row] = await sql.query(
    `update followup.post set state = 'buried' where id = $1 and state in ('pending', 'posting') returning ${COLUMNS}`,
    [id]
  )
  return row === undefined ? undefined : stored.parse(row)
}

const placeOf = ({ channelId, threadTs }: Post) => ({ channelId, ...(threadTs !== null && { threadTs }) })

const postNow = (slack: SlackClient, post: Post) =>
  slack.post(placeOf(post), post.message, { operationId: post.id, broadcast: post.message.broadcast ?? false })

async function findEarlier(slack: SlackClient, post: Post, sinceMs: number | undefined): Promise<string | undefined> {
  if (sinceMs === undefined) return undefined
  // A person's id can be posted to, but not read back from: the conversation with them can.
  const channelId = /^[UW]/.test(post.channelId) ? await slack.openDirect(post.channelId) : post.channelId
  return slack.findPosted({ ...placeOf(post), channelId }, post.id, sinceMs - LOOK_BACK_MS)
}

/** One try to post. `inDoubtSinceMs` is set when an earlier try may have arrived; `triedAtMs` names this one. */
type Claim = { post: Post; triedAtMs: number; inDoubtSinceMs: number | undefined }

/** Marks the message as being posted, in its channel's turn. Undefined: there is nothing left to do. */
async function claimPost(sql: Sql, id: string, nowMs: number): Promise<Claim | { waitMs: number } | undefined> {
  const [row] = await sql.query(`select ${COLUMNS} from followup.post where id = $1 for update`, [id])
  if (row === undefined) return undefined
  const { state, turnAtMs, firstTryMs, lastTryMs, ...post } = stored.parse(row)
  if (state === 'posted' || state === 'buried') return undefined
  const tryEndsMs = state === 'posting' ? (lastTryMs ?? 0) + TRY_IS_OVER_MS : 0
  if (tryEndsMs > nowMs) return { waitMs: tryEndsMs - nowMs }
  const turnMs = turnAtMs ?? (await takeTurn(sql, post, nowMs))
  if (turnMs > nowMs) {
    await sql.query('update followup.post set turn_at_ms = $2 where id = $1', [id, turnMs])
    return { waitMs: turnMs - nowMs }
  }
  await sql.query(
    `update followup.post set state = 'posting', turn_at_ms = null, first_try_ms = coalesce(first_try_ms, $2), last_try_ms = $2
     where id = $1`,
    [id, nowMs]
  )
  return { post, triedAtMs: nowMs, inDoubtSinceMs: state === 'posting' ? (firstTryMs ?? nowMs) : undefined }
}

/** The moment of this message's turn: one message a second and channel, for all processes together, in the order of asking. */
async function takeTurn(sql: Sql, { teamId, channelId }: Post, nowMs: number): Promise<number> {
  const [pace] = await sql.query(
    `insert into followup.channel_pace as pace (team_id, channel_id, next_post_at_ms) values ($1, $2, $3::bigint + $4)
     on conflict (team_id, channel_id) do update set next_post_at_ms = greatest(pace.next_post_at_ms, $3) + $4
     returning next_post_at_ms as next`,
    [teamId, channelId, nowMs, CHANNEL_PACE_MS]
  )
  return z.coerce.number().parse(pace?.next) - CHANNEL_PACE_MS
}

/** Only by the try that is still the last one: a later one has taken the message over. */
async function closePost(
  sql: Sql,
  { post, triedAtMs }: Claim,
  state: 'posted' | 'buried',
  messageTs: string | null
): Promise<boolean> {
  const rows = await sql.query(
    `update followup.post set state = $3, message_ts = $4 where id = $1 and state = 'posting' and last_try_ms = $2 returning id`,
    [post.id, triedAtMs, state, messageTs]
  )
  return rows.length > 0
}

/** Slack asks to wait: the whole channel does. A message whose first try was unclear stays in doubt. */
async function postpone(sql: Sql, { post, triedAtMs, inDoubtSinceMs }: Claim, againAtMs: number): Promise<void> {
  await sql.query(
    `update followup.post set state = $3, last_try_ms = null where id = $1 and state = 'posting' and last_try_ms = $2`,
    [post.id, triedAtMs, inDoubtSinceMs === undefined ? 'pending' : 'posting']
  )
  await sql.query(
    `update followup.channel_pace set next_post_at_ms = greatest(next_post_at_ms, $3) where team_id = $1 and channel_id = $2`,
    [post.teamId, post.channelId, againAtMs]
  )
}

export async function findPost(sql: Sql, id: string): Promise<{ messageTs: string } | 'on its way' | 'never'> {
  const [row] = await sql.query('select state, message_ts as "messageTs" from followup.post where id = $1', [id])
  if (row === undefined || row.state === 'buried') return 'never'
  return row.state === 'posted' ? { messageTs: z.string().parse(row.messageTs) } : 'on its way'
}

/** Whether a message to this channel is on its way: the thread it will open is then not known yet. */
export async function isPosting(sql: Sql, teamId: string, channelId: string): Promise<boolean> {
  const rows = await sql.query(
    `select from followup.post where team_id = $1 and channel_id = $2 and thread_ts is null and state in ('pending', 'posting') limit 1`,
    [teamId, channelId]
  )
  return rows.length > 0
}

/** Messages that were added, had their turn or were tried before `lateMs`, and nothing since, and are still not in Slack. */
export async function latePosts(sql: Sql, lateMs: number): Promise<Pick<Post, 'id' | 'followupId'>[]> {
  const rows = await sql.query(
    `select id, followup_id as "followupId" from followup.post where state in ('pending', 'posting') and greatest(added_at_ms, turn_at_ms, last_try_ms) < $1`,
    [lateMs]
  )
  return z.array(z.object({ id: z.string(), followupId: z.string() })).parse(rows)
}
