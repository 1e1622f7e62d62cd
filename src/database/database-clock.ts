import { z } from 'zod'
import type { Sql } from './database.ts'

/** The time that every process sharing the database agrees on, whatever this machine's clock says. */
export type DatabaseClock = {
  now(): number
  /** How far this machine's clock is ahead of the database's. */
  aheadMs(): number
  measure(): Promise<void>
}

type Clocks = {
  sql: Pick<Sql, 'query'>
  /** This machine's clock, which can be set, and one that only ever moves forward. */
  wall: () => number
  monotonicMs: () => number
  /** Called when the two are found apart, and when they agree again. */
  onApart: (aheadMs: number) => void
}

const time = z.object({ ms: z.coerce.number() })
// The shortest round trip gives the most accurate answer: a quick one is good enough.
const QUESTIONS = 10
const QUICK_TRIP_MS = 20
const APART_MS = 2_000
// A longer trip is mostly waiting for a connection and says little: the previous measurement is better.
const LONGEST_TRIP_MS = 500

/** Reads the database's time and counts on from there. Its answers make no sense before the first measurement. */
export function createDatabaseClock({ sql, wall, monotonicMs, onApart }: Clocks): DatabaseClock {
  let aheadOfMonotonicMs = 0
  let isMeasured = false
  let wereApart = false

  async function ask(): Promise<{ aheadMs: number; tripMs: number }> {
    const askedAt = monotonicMs()
    const [row] = await sql.query('select extract(epoch from clock_timestamp()) * 1000 as ms')
    const answeredAt = monotonicMs()
    return { aheadMs: time.parse(row).ms - (askedAt + answeredAt) / 2, tripMs: answeredAt - askedAt }
  }

  const now = () => Math.round(monotonicMs() + aheadOfMonotonicMs)

  const aheadMs = () => Math.round(wall() - now())

  return {
    now,
    aheadMs,
    async measure() {
      let best = await ask()
      for (let question = 1; question < QUESTIONS && best.tripMs > QUICK_TRIP_MS; question++) {
        const next = await ask()
        if (next.tripMs < best.tripMs) best = next
      }
      if (isMeasured && best.tripMs > LONGEST_TRIP_MS) return
      isMeasured = true
      aheadOfMonotonicMs = best.aheadMs
      const offMs = aheadMs()
      const areApart = Math.abs(offMs) >= APART_MS
      if (areApart !== wereApart) onApart(offMs)
      wereApart = areApart
    }
  }
}

/** How far this machine's clock is off; undefined when too little to matter. */
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
