import type { Database } from '../../src/database/database.ts'
import { type AtCrossing, type DrivenBot, startBotHere, startBotProcess } from '../support/driven-bot.ts'
import { findWrongStandings } from '../support/find-leaks.ts'
import { type Office, openOffice } from '../support/office.ts'
import { createTestDatabase } from '../support/test-database.ts'

export type Scene = Office & {
  database: Database
  /** Every bot that was started; the first ones have their own process. */
  bots: DrivenBot[]
  /** Every crossing so far, by any of them, in order and numbered: "after slack.post #2". */
  crossings: string[]
  /** After something was delivered to the bot: if that killed it, another one is started. Resolves when all was accepted. */
  delivered(): Promise<void>
  /** Lets time pass and the bots work until there is something to see or nothing left to do. */
  goOnUntil(isThere: () => boolean): Promise<void>
  /** Every bot is killed, and only after this time another one is started. */
  offline(ms: number): Promise<void>
  /** Whoever is paused carries on, much later. */
  wakeUp(): Promise<void>
  end(): Promise<void>
}

export type SceneOptions = {
  /** The crossings at which a bot is killed; none by default. */
  killAt?: string
  /** The crossings at which a bot is paused until it is woken up; none by default. */
  pauseAt?: string
  /** How many bots share the database from the start. */
  processes?: number
  /** What the bots know besides the addresses of the stand-ins. */
  env?: Record<string, string>
}

const START = Date.UTC(2026, 10, 20, 14, 0, 0)
const LONGEST_MS = 26 * 3_600_000
const TIMING = { redeliverAfterMs: 2_000, answerWithinMs: 20_000 }
// A paused process keeps its connections: Slack gets no answer from it, and turns to another one.
const TIMING_WITH_PAUSES = { redeliverAfterMs: 700, answerWithinMs: 3_000 }
const PAUSED_FOR_MS = 5 * 60_000

/** One run of the bot against stand-ins on a common clock, killed at one point and carried on by another process. */
export async function openScene({ killAt, pauseAt, processes = 1, env: more }: SceneOptions): Promise<Scene> {
  let nowMs = START
  let longestMs = LONGEST_MS
  const opened = new AsyncDisposableStack()
  const finished = (act: () => Promise<void>) => void opened.defer(act)
  const { url, database } = await createTestDatabase(finished)
  const clock = { now: () => nowMs }
  const timing = pauseAt === undefined ? TIMING : TIMING_WITH_PAUSES
  const office = await openOffice({ slack: { clock, ...timing }, agent: { clock }, finished })
  const { slack } = office
  // The bot's own messages come back to it as events at any moment. It ignores them; here they would only blur the order.
  slack.hold(({ kind, payload }) => kind === 'events_api' && userOf(payload.event) !== office.ben)
  const env = { ...office.env, DATABASE_URL: url, PORT: '0', ...(pauseAt && { STANDS_STILL: 'yes' }), ...more }
  const crossings: string[] = []
  const judge = countAndBar(crossings, { killAt, pauseAt })
  const bots: DrivenBot[] = []
  while (bots.length < processes) bots.push(await startBotWithName(`bot_${bots.length}`))
  const alive = () => bots.filter(bot => !bot.isDead())

  function startBotWithName(name: string): Promise<DrivenBot> {
    const ownUrl = new URL(url)
    ownUrl.searchParams.set('application_name', name)
    const atCrossing: AtCrossing = crossing => {
      const verdict = judge(crossing)
      if (verdict === 'pause') void endTransactionsOf(name)
      return verdict
    }
    return startBotProcess({ env: { ...env, DATABASE_URL: ownUrl.href }, atMs: nowMs, finished, atCrossing })
  }

  /** What PostgreSQL does by its own clock when a client pauses in a transaction for 15 seconds. */
  async function endTransactionsOf(name: string): Promise<void> {
    await database.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = $1 and state like 'idle in transaction%'`,
      [name]
    )
  }

  async function relieve(): Promise<void> {
    if (alive().length === 0) bots.push(await startBotHere({ env, atMs: nowMs, finished }))
  }

  /** When there is something to do next; a task in hand is a dead process's, since all others are idle. */
  async function nextDueMs(): Promise<number | undefined> {
    const [row] = await database.query('select min(due_at_ms) as due from followup.task')
    return row?.due === null || row === undefined ? undefined : Math.ceil(Number(row.due))
  }

  async function work(): Promise<void> {
    await Promise.all(alive().map(bot => bot.runDue()))
    await relieve()
    const wrong = await findWrongStandings(database)
    if (wrong.length > 0) throw new Error(wrong.join('\n'))
  }

  return {
    ...office,
    database,
    bots,
    crossings,
    async delivered() {
      await Promise.race([slack.deliveriesDone(), ...bots.map(bot => bot.stopped)])
      await relieve()
      await slack.deliveriesDone()
    },
    async goOnUntil(isThere) {
      for (;;) {
        await work()
        if (isThere()) return
        const dueMs = await nextDueMs()
        if (dueMs === undefined) return
        if (dueMs > START + longestMs) throw new Error(`It never ends:\n${slack.inventory()}`)
        nowMs = Math.max(dueMs, nowMs + 1)
        await Promise.all(alive().map(bot => bot.setTime(nowMs)))
      }
    },
    async offline(ms) {
      await Promise.all(alive().map(bot => bot.kill()))
      nowMs += ms
      longestMs += ms
      bots.push(await startBotWithName(`bot_${bots.length}`))
    },
    async wakeUp() {
      nowMs += PAUSED_FOR_MS
      for (const bot of bots) await bot.wakeUp(nowMs)
    },
    end: () => opened.disposeAsync()
  }
}

/** Records every crossing with its number, and lets nobody past those named. */
function countAndBar(crossings: string[], { killAt, pauseAt }: SceneOptions): AtCrossing {
  const times = new Map<string, number>()
  return crossing => {
    const number = (times.get(crossing) ?? 0) + 1
    times.set(crossing, number)
    const name = `${crossing} #${number}`
    if (name === killAt) return 'kill'
    crossings.push(name)
    return name === pauseAt ? 'pause' : 'cross'
  }
}

/** Of an edit, whose message it is. */
function userOf(event: unknown): unknown {
  if (typeof event !== 'object' || event === null) return undefined
  if ('user' in event) return event.user
  return 'message' in event ? userOf(event.message) : undefined
}
