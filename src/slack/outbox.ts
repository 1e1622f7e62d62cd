import { z } from 'zod'
import { carryOut, type Database, inOne, type Sql, type Statement } from '../database/database.ts'
import { FARTHEST_WAIT_MS, holdChannel, takeTurn, turnOf } from './channel-pace.ts'
import { type Post, storedMessage } from './post.ts'
import { digestOf } from './shown-store.ts'
import type { Period, SlackClient } from './slack-client.ts'
import {
  IN_DOUBT,
  NO_THREAD,
  SlackBusy,
  SlackLockedOut,
  SlackNotAsked,
  SlackRefusal,
  SlackTooMuch
} from './slack-failure.ts'

const stored = z.object({
  id: z.string(),
  teamId: z.string(),
  channelId: z.string(),
  threadTs: z.string().nullable(),
  followupId: z.string().nullable(),
  message: storedMessage,
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
  /** Time that no clock change affects, and that runs on while the process is suspended. */
  monotonicMs: () => number
  /** What the app stores with `posted`, if anything, once the message is in Slack. No row from its first part: it was taken over. */
  onPosted: (post: Post) => ((sql: Sql, messageTs: string, posted: Statement[]) => Promise<void>) | undefined
  /** Whether the message still makes sense once the operator has given the bot a token that Slack accepts. */
  canWait: (post: Post) => boolean
  /** The thread that a message awaits. Undefined: it is not there yet. Null: it never will be. */
  findThread: (sql: Sql, post: Post) => Promise<string | null | undefined>
  /** What the app does, in the same transaction, when the message is given up: Slack will never take it, or it stays in doubt. */
  onGivenUp: (sql: Sql, post: Post, code: string) => Promise<void>
}

// A call to Slack times out after 10 s, and its message can still appear a moment later.
const TRY_IS_OVER_MS = 15_000
// A process that froze after claiming the message does not post it: once the time above has passed, another one may.
const START_WITHIN_MS = 4_000
// Slack's clock and ours differ; a duplicate message is worse than a longer look back.
const LOOK_BACK_MS = 120_000
const CLOCK_FAULT_MS = 3_600_000
// By then nobody is waiting for it any more.
const DOUBT_ENDS_AFTER_MS = 24 * 3_600_000
const THREAD_SOON_MS = 2_000

/** Stores messages, each once. The caller has to enqueue their `post-message` tasks. */
export async function addPosts(sql: Sql, posts: Post[], nowMs: number): Promise<void> {
  await sql.write(
    `insert into followup.post (id, team_id, channel_id, thread_ts, followup_id, message, added_at_ms)
     select id, "teamId", "channelId", "threadTs", "followupId", message, $2 from json_to_recordset($1) as post
       (id text, "teamId" text, "channelId" text, "threadTs" text, "followupId" text, message jsonb)
     on conflict (id) do nothing`,
    [JSON.stringify(posts), nowMs]
  )
}

/** Posts one stored message to Slack. If an earlier try may have arrived, it looks in the thread first. */
export async function postMessage(deps: OutboxDeps, id: string): Promise<void> {
  const { database, now, onPosted, onGivenUp } = deps
  const mayStart = startsWithin(deps)
  const claim = (await claimFresh(database, id, now())) ?? (await database.transaction(sql => claimPost(deps, sql, id)))
  if (claim === undefined) return
  if ('waitMs' in claim) throw new SlackBusy(claim.waitMs)
  const { post } = claim
  try {
    const messageTs = await (claim.inDoubt ? findOrPost(deps, claim, claim.inDoubt) : postNow(deps, post, mayStart))
    if (messageTs === undefined) return
    const posted = isPosted(claim, messageTs)
    const store = onPosted(post)
    if (store === undefined) return void (await carryOut(database, inOne(posted)))
    await database.transaction(sql => store(sql, messageTs, posted))
  } catch (error) {
    if (error instanceof SlackNotAsked || error instanceof SlackBusy) {
      await database.transaction(async sql => {
        await release(sql, claim)
        if (error instanceof SlackBusy) await holdChannel(sql, post, now() + error.waitMs)
      })
    }
    const code = whyGivenUp(deps, claim, error)
    if (code === undefined) throw error
    await database.transaction(async sql => {
      if (await closeBuried(sql, claim)) await onGivenUp(sql, post, code)
    })
  }
}

/** Undefined when it is to be retried. */
function whyGivenUp({ now, canWait }: OutboxDeps, { post, firstTryMs }: Claim, error: unknown): string | undefined {
  if (error instanceof SlackRefusal || (error instanceof SlackLockedOut && !canWait(post))) return error.code
  return error instanceof SlackTooMuch && now() - firstTryMs >= DOUBT_ENDS_AFTER_MS ? IN_DOUBT : undefined
}

/** Gives up a message that Slack did not refuse: its task was given up. Undefined when it is already closed. */
export async function buryPost(sql: Sql, id: string): Promise<Post | undefined> {
  const [row] = await sql.query(
    `update followup.post set state = 'buried' where id = $1 and state in ('pending', 'posting') returning ${COLUMNS}`,
    [id]
  )
  return row === undefined ? undefined : stored.parse(row)
}

const placeOf = ({ channelId, threadTs }: Post) => ({ channelId, ...(threadTs !== null && { threadTs }) })

const postNow = ({ slack }: OutboxDeps, post: Post, mayStart: () => boolean) =>
  slack.post(placeOf(post), post.message, {
    operationId: post.id,
    broadcast: post.message.broadcast ?? false,
    mayStart
  })

/** Looking takes time, so the message is claimed a second time before it is posted. Undefined when another process took it over. */
async function findOrPost(deps: OutboxDeps, claim: Claim, period: Period): Promise<string | undefined> {
  const { database, slack, now } = deps
  const earlierTs = await findEarlier(slack, claim.post, period).catch(async error => {
    // A look is not a try: it must not make the next one look further.
    await database.transaction(sql => release(sql, claim))
    throw error
  })
  if (earlierTs !== undefined) return earlierTs
  const mayStart = startsWithin(deps)
  return (await renewClaim(database, claim, now())) ? postNow(deps, claim.post, mayStart) : undefined
}

function startsWithin({ monotonicMs }: OutboxDeps): () => boolean {
  const endsMs = monotonicMs() + START_WITHIN_MS
  return () => monotonicMs() < endsMs
}

async function findEarlier(slack: SlackClient, post: Post, period: Period): Promise<string | undefined> {
  // The bot can post to a person's id but not read back from it: it can from the conversation with them.
  const channelId = /^[UW]/.test(post.channelId) ? await slack.openDirect(post.channelId) : post.channelId
  return slack.findPosted({ ...placeOf(post), channelId }, post.id, period)
}

/**
 * One try to post. `inDoubt` is when an earlier try may have arrived, `earlierTryMs` is when the last of them was made, and
 * `triedAtMs` identifies this one.
 */
type Claim = {
  post: Post
  triedAtMs: number
  earlierTryMs: number | null
  firstTryMs: number
  inDoubt: Period | undefined
}

/** The first try of a message that never asked for its turn. Undefined: it is another's, or has been tried. */
async function claimFresh(sql: Sql, id: string, nowMs: number): Promise<Claim | { waitMs: number } | undefined> {
  const [row] = await sql.query(
    `with fresh as (
       select * from followup.post where id = $1 and state = 'pending' and turn_at_ms is null and first_try_ms is null
         and (thread_ts is not null or not message ? 'awaitsThread') for update),
     pace as (${turnOf('select team_id, channel_id from fresh', '$2')})
     update followup.post set state = case when turn > $2 then 'pending' else 'posting' end,
       turn_at_ms = case when turn > $2 then turn end,
       first_try_ms = case when turn > $2 then null else $2 end,
       last_try_ms = case when turn > $2 then null else $2 end
     from pace where id = $1 returning ${COLUMNS}`,
    [id, nowMs]
  )
  if (row === undefined) return undefined
  const { state: _, turnAtMs, firstTryMs: __, lastTryMs: ___, ...post } = stored.parse(row)
  if (turnAtMs !== null) return { waitMs: turnAtMs - nowMs }
  return { post, triedAtMs: nowMs, earlierTryMs: null, firstTryMs: nowMs, inDoubt: undefined }
}

/** Marks the message as being posted once its turn in the channel has come. Undefined when there is nothing left to do. */
async function claimPost(deps: OutboxDeps, sql: Sql, id: string): Promise<Claim | { waitMs: number } | undefined> {
  const nowMs = deps.now()
  const [row] = await sql.query(`select ${COLUMNS} from followup.post where id = $1 for update`, [id])
  if (row === undefined) return undefined
  const { state, turnAtMs, firstTryMs, lastTryMs, ...post } = stored.parse(row)
  if (state === 'posted' || state === 'buried') return undefined
  if (post.threadTs === null && post.message.awaitsThread) {
    const threadTs = await deps.findThread(sql, post)
    if (threadTs === undefined) return { waitMs: THREAD_SOON_MS }
    if (threadTs === null) {
      await buryPost(sql, id)
      return void (await deps.onGivenUp(sql, post, NO_THREAD))
    }
    await sql.query('update followup.post set thread_ts = $2 where id = $1', [id, threadTs])
    post.threadTs = threadTs
  }
  const tryEndsMs = state === 'posting' ? (lastTryMs ?? 0) + TRY_IS_OVER_MS : 0
  // Only a wrong clock writes a time so far ahead: that try gets the usual time, counted from this moment.
  if (tryEndsMs > nowMs + FARTHEST_WAIT_MS) {
    await sql.query('update followup.post set last_try_ms = $2 where id = $1', [id, nowMs])
    return { waitMs: TRY_IS_OVER_MS }
  }
  if (tryEndsMs > nowMs) return { waitMs: tryEndsMs - nowMs }
  const hasTurn = turnAtMs !== null && turnAtMs <= nowMs + FARTHEST_WAIT_MS
  const turnMs = hasTurn ? turnAtMs : await takeTurn(sql, post, nowMs)
  if (turnMs > nowMs) {
    await sql.query('update followup.post set turn_at_ms = $2 where id = $1', [id, turnMs])
    return { waitMs: turnMs - nowMs }
  }
  await sql.query(
    `update followup.post set state = 'posting', turn_at_ms = null, first_try_ms = coalesce(first_try_ms, $2), last_try_ms = $2
     where id = $1`,
    [id, nowMs]
  )
  const inDoubt = state === 'posting' ? whenTried(firstTryMs ?? nowMs, lastTryMs ?? nowMs, nowMs) : undefined
  return { post, triedAtMs: nowMs, earlierTryMs: lastTryMs, firstTryMs: firstTryMs ?? nowMs, inDoubt }
}

/** When, by Slack's clock, the tries may have arrived. A try that seems to lie in the future was made under a wrong clock. */
const whenTried = (firstTryMs: number, lastTryMs: number, nowMs: number): Period => ({
  sinceMs: Math.min(firstTryMs, firstTryMs > nowMs ? nowMs - CLOCK_FAULT_MS : nowMs) - LOOK_BACK_MS,
  untilMs: Math.max(firstTryMs, lastTryMs) + TRY_IS_OVER_MS + CLOCK_FAULT_MS
})

async function renewClaim(sql: Sql, claim: Claim, nowMs: number): Promise<boolean> {
  const rows = await sql.query(
    `update followup.post set last_try_ms = $3 where id = $1 and state = 'posting' and last_try_ms = $2 returning id`,
    [claim.post.id, claim.triedAtMs, nowMs]
  )
  claim.triedAtMs = nowMs
  return rows.length > 0
}

// Only if this try is still the latest: a later one has taken the message over.
const IS_LATEST_TRY = `id = $1 and state = 'posting' and last_try_ms = $2`

/** Notes as well what the message shows. */
const isPosted = ({ post, triedAtMs }: Claim, messageTs: string): Statement[] => [
  {
    text: `update followup.post set state = 'posted', message_ts = $3 where ${IS_LATEST_TRY} returning id`,
    values: [post.id, triedAtMs, messageTs]
  },
  {
    text: 'insert into followup.shown_message (team_id, channel_id, ts, digest) values ($1, $2, $3, $4) on conflict do nothing',
    values: [post.teamId, post.channelId, messageTs, digestOf(post.message)]
  }
]

async function closeBuried(sql: Sql, { post, triedAtMs }: Claim): Promise<boolean> {
  const rows = await sql.query(`update followup.post set state = 'buried' where ${IS_LATEST_TRY} returning id`, [
    post.id,
    triedAtMs
  ])
  return rows.length > 0
}

/** This try posted nothing: the message is again what it was before, even if in doubt. It can still be closed. */
async function release(sql: Sql, claim: Claim): Promise<void> {
  const { post, triedAtMs, earlierTryMs, inDoubt } = claim
  await sql.query(
    `update followup.post set state = $3, last_try_ms = $4 where id = $1 and state = 'posting' and last_try_ms = $2`,
    [post.id, triedAtMs, inDoubt === undefined ? 'pending' : 'posting', earlierTryMs]
  )
  claim.triedAtMs = earlierTryMs ?? triedAtMs
}
