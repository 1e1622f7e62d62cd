import { z } from 'zod'
import { carryOut, type Database, type Sql, type Statement } from '../database/database.ts'
import type { SlackMessage } from './blocks.ts'
import type { Period, SlackClient } from './slack-client.ts'
import { IN_DOUBT, NO_THREAD, SlackBusy, SlackLockedOut, SlackRefusal, SlackTooMuch } from './slack-failure.ts'
import { isPerson } from './slack-text.ts'
import { buryView, COLUMNS, digestOf, parseView, type StoredView, type View, wordsOf } from './view-store.ts'

type ChannelKey = { teamId: string; channelId: string }

const CHANNEL_PACE_MS = 1_000

/** Waits that Slack asks for are capped at ten minutes, and turns take a few. Anything further ahead is a wrong clock's fault. */
const FARTHEST_WAIT_MS = 20 * 60_000

/** One message per second and channel goes out across all processes, in the order of asking. */
async function takeTurn(sql: Sql, { teamId, channelId }: ChannelKey, nowMs: number): Promise<number> {
  const [pace] = await sql.query(turnOf('select $1, $2', '$3'), [teamId, channelId, nowMs])
  return z.coerce.number().parse(pace?.turn)
}

/** The same as a part of another statement, which selects the channel and names the parameter that is the time. */
const turnOf = (channel: string, now: string) =>
  `insert into followup.channel_pace as pace (team_id, channel_id, next_post_at_ms)
     select channel.*, ${now}::bigint + ${CHANNEL_PACE_MS} from (${channel}) as channel
   on conflict (team_id, channel_id) do update set next_post_at_ms = ${CHANNEL_PACE_MS} + case
     when pace.next_post_at_ms > ${now} + ${FARTHEST_WAIT_MS} then ${now} else greatest(pace.next_post_at_ms, ${now}) end
   returning next_post_at_ms - ${CHANNEL_PACE_MS} as turn`

async function holdChannel(sql: Sql, { teamId, channelId }: ChannelKey, untilMs: number): Promise<void> {
  await sql.query(
    `update followup.channel_pace set next_post_at_ms = greatest(next_post_at_ms, $3) where team_id = $1 and channel_id = $2`,
    [teamId, channelId, untilMs]
  )
}

export type OutboxDeps = {
  database: Database
  slack: SlackClient
  now: () => number
  monotonicMs: () => number
  /** Carries out the changes; undefined when the message has nothing to say any more. */
  draw: (
    view: Pick<View, 'id' | 'message'>,
    ...changes: Statement[]
  ) => Promise<{ wanted: SlackMessage | undefined; changed: unknown }>
  /** What the app stores with `posted`, if anything, once the message is in Slack. No row from its first part: it was taken over. */
  onPosted: (view: StoredView) => ((sql: Sql, messageTs: string, posted: Statement[]) => Promise<void>) | undefined
  /** Whether the message still makes sense once the operator has given the bot a token that Slack accepts. */
  canWait: (view: View) => boolean
  /** Undefined: it is not there yet. Null: it never will be. */
  findThread: (sql: Sql, view: View) => Promise<string | null | undefined>
  /** What the app does, in the same transaction, when the message is given up: Slack will never take it, or it stays in doubt. */
  onGivenUp: (sql: Sql, view: View, code: string) => Promise<void>
}

// A call to Slack times out after 10 s, and its message can still appear a moment later.
const TRY_IS_OVER_MS = 15_000
// A process that froze after claiming the message does not post it: once the time above has passed, another one may.
const START_WITHIN_MS = 4_000
// Slack's clock and ours differ; a duplicate message is worse than a longer look back.
const LOOK_BACK_MS = 120_000
const CLOCK_FAULT_MS = 3_600_000
const DOUBT_ENDS_AFTER_MS = 24 * 3_600_000
const THREAD_SOON_MS = 2_000

/** If an earlier try may have arrived, looks in the thread first. True: it is there, and may show something old. */
export async function postView(deps: OutboxDeps, drawn: Pick<View, 'id' | 'message'>): Promise<boolean> {
  const { database, now, draw, onPosted, onGivenUp } = deps
  const { id } = drawn
  const mayStart = startsWithin(deps)
  const nowMs = now()
  const { wanted, changed } = await draw(drawn, ...claimFresh(id, nowMs))
  const claim = toClaim(changed, nowMs) ?? (await database.transaction(sql => claimView(deps, sql, id, wanted)))
  if (claim === undefined) return false
  if (claim === 'posted') return true
  if ('waitMs' in claim) throw new SlackBusy(claim.waitMs)
  const { view } = claim
  const said = wanted ?? wordsOf(view)
  try {
    const found = claim.inDoubt && (await findEarlier(deps, claim, claim.inDoubt))
    const messageTs = found ?? (await postOnce(deps, claim, said, mayStart))
    if (messageTs === undefined) return false
    const posted = isPosted(claim, messageTs, found === undefined ? said : undefined)
    const store = onPosted(view)
    if (store === undefined) await carryOut(database, posted)
    else await database.transaction(sql => store(sql, messageTs, [posted]))
    return found !== undefined
  } catch (error) {
    if (error instanceof SlackBusy) {
      await database.transaction(async sql => {
        await release(sql, claim)
        await holdChannel(sql, view, now() + error.waitMs)
      })
    }
    const code = whyGivenUp(deps, claim, error)
    if (code === undefined) throw error
    await database.transaction(async sql => {
      if (await closeBuried(sql, claim)) await onGivenUp(sql, view, code)
    })
    return false
  }
}

/** Undefined when it is to be retried. */
function whyGivenUp({ now, canWait }: OutboxDeps, { view, firstTryMs }: Claim, error: unknown): string | undefined {
  if (error instanceof SlackRefusal || (error instanceof SlackLockedOut && !canWait(view))) return error.code
  return error instanceof SlackTooMuch && now() - firstTryMs >= DOUBT_ENDS_AFTER_MS ? IN_DOUBT : undefined
}

const placeOf = ({ channelId, threadTs }: View) => ({ channelId, ...(threadTs !== null && { threadTs }) })

/** Undefined when another process took it over, or nothing has to be said any more. */
async function postOnce(
  deps: OutboxDeps,
  claim: Claim,
  wanted: SlackMessage | undefined,
  startsInTime: () => boolean
): Promise<string | undefined> {
  const { database, slack, now } = deps
  const { view, inDoubt } = claim
  let mayStart = startsInTime
  if (inDoubt) {
    // Looking takes time, so the message is claimed a second time before it is posted.
    mayStart = startsWithin(deps)
    if (!(await renewClaim(database, claim, now()))) return undefined
  }
  if (wanted === undefined) return void (await closeBuried(database, claim))
  const { broadcast = false } = view.message
  return slack.post(placeOf(view), wanted, { operationId: view.id, broadcast, mayStart })
}

function startsWithin({ monotonicMs }: OutboxDeps): () => boolean {
  const endsMs = monotonicMs() + START_WITHIN_MS
  return () => monotonicMs() < endsMs
}

async function findEarlier({ database, slack }: OutboxDeps, claim: Claim, period: Period): Promise<string | undefined> {
  const { view } = claim
  try {
    // The bot can post to a person's id but not read back from it: it can from the conversation with them.
    const channelId = isPerson(view.channelId) ? await slack.openDirect(view.channelId) : view.channelId
    return await slack.findPosted({ ...placeOf(view), channelId }, view.id, period)
  } catch (error) {
    // A look is not a try: it must not make the next one look further.
    await database.transaction(sql => release(sql, claim))
    // Slack refuses to show the place; the message may be there all the same.
    throw error instanceof SlackRefusal ? new SlackRefusal(IN_DOUBT) : error
  }
}

/** One try to post. `inDoubt` is when an earlier try may have arrived, and `triedAtMs` identifies this one. */
type Claim = {
  view: StoredView
  triedAtMs: number
  earlierTryMs: number | null
  firstTryMs: number
  inDoubt: Period | undefined
}

const claimFresh = (id: string, nowMs: number): [turn: Statement, claim: Statement] => [
  {
    text: turnOf(
      `select team_id, channel_id from followup.view where id = $1 and state = 'pending' and turn_at_ms is null
         and first_try_ms is null and (thread_ts is not null or not message ? 'awaitsThread') for update`,
      '$2'
    ),
    values: [id, nowMs]
  },
  {
    // `write_0` is the statement before it.
    text: `update followup.view set state = case when turn > $2 then 'pending' else 'posting' end,
        turn_at_ms = case when turn > $2 then turn end,
        first_try_ms = case when turn > $2 then null else $2 end,
        last_try_ms = case when turn > $2 then null else $2 end
      from write_0 where id = $1 returning ${COLUMNS}`,
    values: [id, nowMs]
  }
]

/** Undefined: it is another's, or has been tried. */
function toClaim(claimed: unknown, nowMs: number): Claim | { waitMs: number } | undefined {
  if (claimed === null) return undefined
  const view = parseView(claimed)
  if (view.turnAtMs !== null) return { waitMs: view.turnAtMs - nowMs }
  return { view, triedAtMs: nowMs, earlierTryMs: null, firstTryMs: nowMs, inDoubt: undefined }
}

/** Undefined when there is nothing left to do. */
async function claimView(
  deps: OutboxDeps,
  sql: Sql,
  id: string,
  wanted: SlackMessage | undefined
): Promise<Claim | { waitMs: number } | 'posted' | undefined> {
  const nowMs = deps.now()
  const [row] = await sql.query(`select ${COLUMNS} from followup.view where id = $1 for update`, [id])
  if (row === undefined) return undefined
  const view = parseView(row)
  const { state, turnAtMs, firstTryMs, lastTryMs } = view
  if (state === 'posted') return 'posted'
  if (state === 'buried') return undefined
  const said = wanted ?? wordsOf(view)
  if (state === 'pending' && said === undefined) return void (await buryView(sql, id))
  if (view.threadTs === null && view.message.awaitsThread) {
    const threadTs = await deps.findThread(sql, view)
    if (threadTs === undefined) return { waitMs: THREAD_SOON_MS }
    if (threadTs === null) {
      await buryView(sql, id)
      return void (await deps.onGivenUp(sql, view, NO_THREAD))
    }
    await sql.query('update followup.view set thread_ts = $2 where id = $1', [id, threadTs])
    view.threadTs = threadTs
  }
  const tryEndsMs = state === 'posting' ? (lastTryMs ?? 0) + TRY_IS_OVER_MS : 0
  // Only a wrong clock writes a time so far ahead: that try gets the usual time, counted from this moment.
  if (tryEndsMs > nowMs + FARTHEST_WAIT_MS) {
    await sql.query('update followup.view set last_try_ms = $2 where id = $1', [id, nowMs])
    return { waitMs: TRY_IS_OVER_MS }
  }
  if (tryEndsMs > nowMs) return { waitMs: tryEndsMs - nowMs }
  const hasTurn = turnAtMs !== null && turnAtMs <= nowMs + FARTHEST_WAIT_MS
  const turnMs = hasTurn ? turnAtMs : await takeTurn(sql, view, nowMs)
  if (turnMs > nowMs) {
    await sql.query('update followup.view set turn_at_ms = $2 where id = $1', [id, turnMs])
    return { waitMs: turnMs - nowMs }
  }
  await sql.query(
    `update followup.view set state = 'posting', turn_at_ms = null, first_try_ms = coalesce(first_try_ms, $2), last_try_ms = $2,
       digest = case when state = 'pending' or digest = $3 then $3 end
     where id = $1`,
    [id, nowMs, said && digestOf(said)]
  )
  const inDoubt = state === 'posting' ? whenTried(firstTryMs ?? nowMs, lastTryMs ?? nowMs, nowMs) : undefined
  return { view, triedAtMs: nowMs, earlierTryMs: lastTryMs, firstTryMs: firstTryMs ?? nowMs, inDoubt }
}

/** When, by Slack's clock, the tries may have arrived. A try that seems to lie in the future was made under a wrong clock. */
const whenTried = (firstTryMs: number, lastTryMs: number, nowMs: number): Period => ({
  sinceMs: Math.min(firstTryMs, firstTryMs > nowMs ? nowMs - CLOCK_FAULT_MS : nowMs) - LOOK_BACK_MS,
  untilMs: Math.max(firstTryMs, lastTryMs) + TRY_IS_OVER_MS + CLOCK_FAULT_MS
})

// Only if this try is still the latest: a later one has taken the message over.
const IS_LATEST_TRY = `id = $1 and state = 'posting' and last_try_ms = $2`

async function renewClaim(sql: Sql, claim: Claim, nowMs: number): Promise<boolean> {
  const values = [claim.view.id, claim.triedAtMs, nowMs]
  const rows = await sql.query(`update followup.view set last_try_ms = $3 where ${IS_LATEST_TRY} returning id`, values)
  claim.triedAtMs = nowMs
  return rows.length > 0
}

const isPosted = ({ view, triedAtMs }: Claim, messageTs: string, shown: SlackMessage | undefined): Statement => ({
  text: `update followup.view set state = 'posted', message_ts = $3, digest = coalesce($4, digest),
    message = case when message ? 'broadcast' then message - '{text,blocks}'::text[] else message end
    where ${IS_LATEST_TRY} returning id`,
  values: [view.id, triedAtMs, messageTs, shown === undefined ? null : digestOf(shown)]
})

async function closeBuried(sql: Sql, { view, triedAtMs }: Claim): Promise<boolean> {
  const values = [view.id, triedAtMs]
  const rows = await sql.query(`update followup.view set state = 'buried' where ${IS_LATEST_TRY} returning id`, values)
  return rows.length > 0
}

/** This try posted nothing: the message is again what it was before, even if in doubt. It can still be closed. */
async function release(sql: Sql, claim: Claim): Promise<void> {
  const { view, triedAtMs, earlierTryMs, inDoubt } = claim
  await sql.query(`update followup.view set state = $3, last_try_ms = $4 where ${IS_LATEST_TRY}`, [
    view.id,
    triedAtMs,
    inDoubt === undefined ? 'pending' : 'posting',
    earlierTryMs
  ])
  claim.triedAtMs = earlierTryMs ?? triedAtMs
}
