import { z } from 'zod'
import type { Sql } from './database.ts'

/** What time it is for everybody who shares the database, whatever the clock of this machine says. */
export type DatabaseClock = {
  now(): number
  /** How far the clock of this machine is ahead of the database's. */
  aheadMs(): number
  measure(): Promise<void>
}

type Clocks = {
  sql: Sql
  /** The clock of this machine, which may be set, and one that only ever counts on. */
  wall: () => number
  monotonicMs: () => number
  /** Told when the two are found apart, and when they no longer are. */
  onApart: (aheadMs: number) => void
}

const time = z.object({ ms: z.coerce.number() })
// The shortest way there and back is the most accurate.
const QUESTIONS = 3
const APART_MS = 2_000
// Longer than this is mostly waiting for a connection, and says little: what was measured before is better.
const LONGEST_TRIP_MS = 500

/** Reads the database's time and counts on from there. It answers nothing sensible before it was measured once. */
export function createDatabaseClock({ sql, wall, monotonicMs, onApart }: Clocks): DatabaseClock {
  let aheadOfMonotonicMs = 0
  let isMeasured = false
  let wereApart = false

  async function ask(): Promise<{ aheadMs: number; tripMs: number }> {
    const askedAt = monotonicMs()
    const [row] = await sql.query('select extract(epoch from pgboss.job_now()) * 1000 as ms')
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
      for (let question = 1; question < QUESTIONS; question++) {
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

/** Where the clock of this machine stands, as far as that matters. */
export function offsetWords(aheadMs: number): string | undefined {
  if (Math.abs(aheadMs) < APART_MS) return undefined
  const seconds = (Math.abs(aheadMs) / 1_000).toFixed(1)
  return `${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} the database's`
}

type Log = { info(facts: object, words: string): void; warn(facts: object, words: string): void }

export function sayOffset(log: Log, clockAheadMs: number): void {
  const offset = offsetWords(clockAheadMs)
  if (offset) log.warn({ clockAheadMs }, `This machine's clock is ${offset}; everything goes by the database's`)
  else log.info({ clockAheadMs }, "This machine's clock agrees with the database's again")
}
