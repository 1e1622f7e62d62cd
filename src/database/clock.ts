import { uptime } from 'node:os'
import { z } from 'zod'
import type { Sql } from './database.ts'

export type Timer = Disposable

export type Clock = {
  now(): number
  setTimeout(act: () => void, ms: number): Timer
  setInterval(act: () => void, ms: number): Timer
}

export const systemClock: Clock = { now: Date.now, setTimeout, setInterval }

export type DatabaseClock = ReturnType<typeof createDatabaseClock>

type Reading = { aheadMs: number; withinMs: number; atMs: number }

const time = z.object({ ms: z.coerce.number() })
const QUESTIONS = 10
const CLOSE_MS = 3
// Clocks of one machine, or of two, drift apart by less.
const DRIFT_SHARE = 0.000_2

/** The later one is better too if they contradict each other: the database's clock was set in between. */
const better = (earlier: Reading, later: Reading) =>
  later.withinMs <= earlier.withinMs || Math.abs(later.aheadMs - earlier.aheadMs) > later.withinMs + earlier.withinMs
    ? later
    : earlier

/** Its answers make no sense before the first measurement. */
export function createDatabaseClock(sql: Pick<Sql, 'query'>, monotonicMs: () => number) {
  let known: Reading | undefined

  /** The database read its clock at some moment between the question and the answer. */
  async function ask(): Promise<Reading> {
    const askedAt = monotonicMs()
    const [row] = await sql.query('select extract(epoch from clock_timestamp()) * 1000 as ms')
    const atMs = monotonicMs()
    return { aheadMs: time.parse(row).ms - (askedAt + atMs) / 2, withinMs: (atMs - askedAt) / 2, atMs }
  }

  return {
    now: () => Math.round(monotonicMs() + (known?.aheadMs ?? 0)),
    async measure(): Promise<void> {
      let asked = await ask()
      for (let question = 1; question < QUESTIONS && asked.withinMs > CLOSE_MS; question++) {
        asked = better(asked, await ask())
      }
      // An earlier reading says a little less every moment, but still more than a busy machine that asks again.
      const driftMs = known === undefined ? 0 : (asked.atMs - known.atMs) * DRIFT_SHARE
      known = known === undefined ? asked : better({ ...known, withinMs: known.withinMs + driftMs }, asked)
    }
  }
}

type MachineClocks = {
  /** Stands still while the machine sleeps. */
  preciseMs: () => number
  /** How long ago the machine booted, sleep included, to some hundredths of a second. Linux reads a file for it. */
  roughMs: () => number
  /** Goes on while the machine sleeps, too, but can be set. */
  wallMs: () => number
}

/** A rough clock is off by less than this; no machine sleeps for so short a time. */
const ROUGH_MS = 200
const WALL_MOVED_MS = 100

/** Time is asked for hundreds of times a second, so the rough clock is only looked at when the wall clock jumps. */
export function createRunningTime({ preciseMs, roughMs, wallMs }: MachineClocks): () => number {
  const apartMs = () => roughMs() - preciseMs()
  const apartAtFirstMs = apartMs()
  let sleptMs = 0
  let wallAheadMs = wallMs() - preciseMs()

  return () => {
    const nowMs = preciseMs()
    const aheadMs = wallMs() - nowMs
    if (Math.abs(aheadMs - wallAheadMs) > WALL_MOVED_MS) {
      const mayHaveSleptMs = apartMs() - apartAtFirstMs
      if (mayHaveSleptMs - sleptMs > ROUGH_MS) sleptMs = mayHaveSleptMs
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
