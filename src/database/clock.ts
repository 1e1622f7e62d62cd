import { uptime } from 'node:os'
import { z } from 'zod'
import type { Sql } from './database.ts'

export type Timer = Disposable

export type Clock = {
  now(): number
  setTimeout(act: () => void, ms: number): Timer
  clearTimeout(timer: Timer | undefined): void
  setInterval(act: () => void, ms: number): Timer
  clearInterval(timer: Timer | undefined): void
}

const clear = (timer: Timer | undefined) => timer?.[Symbol.dispose]()

export const systemClock: Clock = {
  now: () => Date.now(),
  setTimeout: (act, ms) => setTimeout(act, ms),
  clearTimeout: clear,
  setInterval: (act, ms) => setInterval(act, ms),
  clearInterval: clear
}

export type DatabaseClock = ReturnType<typeof createDatabaseClock>

type Clocks = {
  sql: Pick<Sql, 'query'>
  wall: () => number
  monotonicMs: () => number
  onApart: (aheadMs: number) => void
}

type Bounds = { leastMs: number; mostMs: number }

const widthOf = ({ leastMs, mostMs }: Bounds) => mostMs - leastMs

/** What both say; the later one alone if they contradict each other, because the database's clock was set in between. */
function together(earlier: Bounds, later: Bounds): Bounds {
  const both = {
    leastMs: Math.max(earlier.leastMs, later.leastMs),
    mostMs: Math.min(earlier.mostMs, later.mostMs)
  }
  return widthOf(both) >= 0 ? both : later
}

const time = z.object({ ms: z.coerce.number() })
const QUESTIONS = 10
const CLOSE_MS = 5
const APART_MS = 2_000
// Mostly waiting for a connection, which says little: the previous measurement is better.
const VAGUE_MS = 500
// Clocks of one machine, or of two, drift apart by less.
const DRIFT_SHARE = 0.000_2

/** Its answers make no sense before the first measurement. */
export function createDatabaseClock({ sql, wall, monotonicMs, onApart }: Clocks) {
  let aheadOfMonotonicMs = 0
  let known: (Bounds & { atMs: number }) | undefined
  let wereApart = false

  /** The database read its clock at some moment between the question and the answer. */
  async function ask(): Promise<Bounds> {
    const askedAt = monotonicMs()
    const [row] = await sql.query('select extract(epoch from clock_timestamp()) * 1000 as ms')
    const { ms } = time.parse(row)
    return { leastMs: ms - monotonicMs(), mostMs: ms - askedAt }
  }

  /** Every answer is true, so that several leave less room than the quickest of them. */
  async function askUntilClose(): Promise<Bounds> {
    let bounds = await ask()
    for (let question = 1; question < QUESTIONS && widthOf(bounds) > CLOSE_MS; question++) {
      bounds = together(bounds, await ask())
    }
    return bounds
  }

  /** An earlier measurement says a little less every moment, but still more than a busy machine that asks again. */
  function knownBefore(): Bounds | undefined {
    if (known === undefined) return undefined
    const driftMs = (monotonicMs() - known.atMs) * DRIFT_SHARE
    return { leastMs: known.leastMs - driftMs, mostMs: known.mostMs + driftMs }
  }

  const now = () => Math.round(monotonicMs() + aheadOfMonotonicMs)

  const aheadMs = () => Math.round(wall() - now())

  return {
    now,
    aheadMs,
    async measure(): Promise<void> {
      const asked = await askUntilClose()
      const before = knownBefore()
      if (before && widthOf(asked) > VAGUE_MS) return
      const bounds = before ? together(before, asked) : asked
      known = { ...bounds, atMs: monotonicMs() }
      aheadOfMonotonicMs = (bounds.leastMs + bounds.mostMs) / 2
      const offMs = aheadMs()
      const areApart = Math.abs(offMs) >= APART_MS
      if (areApart !== wereApart) onApart(offMs)
      wereApart = areApart
    }
  }
}

export function offsetWords(aheadMs: number): string | undefined {
  if (Math.abs(aheadMs) < APART_MS) return undefined
  const seconds = (Math.abs(aheadMs) / 1_000).toFixed(1)
  return `${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} the database's`
}

type Log = { info(facts: object, words: string): void; warn(facts: object, words: string): void }

export function sayOffset(log: Log, clockAheadMs: number): void {
  const offset = offsetWords(clockAheadMs)
  if (offset) log.warn({ clockAheadMs }, `This machine's clock is ${offset}; the bot uses the database's`)
  else log.info({ clockAheadMs }, "This machine's clock agrees with the database's again")
}

type MachineClocks = {
  /** Stands still while the machine sleeps. */
  preciseMs: () => number
  /** How long ago the machine booted, sleep included, to some hundredths of a second. Linux reads a file for it. */
  roughMs: () => number
  /** Goes on while the machine sleeps, too, but can be set. */
  wallMs: () => number
}

/** A rough clock is off by less than this; nobody sleeps that short. */
const ROUGH_MS = 200
const WALL_MOVED_MS = 100
const LOOK_EVERY_MS = 1_000

/** Time is asked for hundreds of times a second, so the rough clock is only looked at once a second or when the wall clock jumps. */
export function createRunningTime({ preciseMs, roughMs, wallMs }: MachineClocks): () => number {
  const apartMs = () => roughMs() - preciseMs()
  const apartAtFirstMs = apartMs()
  let sleptMs = 0
  let lookedAtMs = preciseMs()
  let wallAheadMs = wallMs() - lookedAtMs

  function look(): void {
    const mayHaveSleptMs = apartMs() - apartAtFirstMs
    if (mayHaveSleptMs - sleptMs > ROUGH_MS) sleptMs = mayHaveSleptMs
  }

  return () => {
    const nowMs = preciseMs()
    const aheadMs = wallMs() - nowMs
    if (nowMs - lookedAtMs >= LOOK_EVERY_MS || Math.abs(aheadMs - wallAheadMs) > WALL_MOVED_MS) {
      look()
      lookedAtMs = nowMs
      wallAheadMs = aheadMs
    }
    return nowMs + sleptMs
  }
}

/** Elsewhere, nothing says how long the machine slept. */
export const runningTime = (): (() => number) =>
  process.platform === 'linux'
    ? createRunningTime({
        preciseMs: () => performance.now(),
        roughMs: () => uptime() * 1_000,
        wallMs: () => Date.now()
      })
    : () => performance.now()
