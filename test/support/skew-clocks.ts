import type { Clock } from '../../src/database/clock.ts'
import type { TestClock } from './test-clock.ts'

const MOST_READS = 5_000

/**
 * The clocks of a process whose wall clock is off from the database's, which reads `clock` itself. A bot that repeats something
 * without waiting would never let time move on: `onSpin` is called, and from then on it cannot read the time.
 */
export function skewClocks(
  clock: TestClock,
  skewMs: number,
  onSpin: () => void = () => {}
): { clock: Clock; monotonicMs: () => number; databaseMs: () => number } {
  let momentMs = 0
  let reads = 0

  function monotonicMs(): number {
    if (reads === MOST_READS) throw new Error(`The time was read ${MOST_READS} times without advancing`)
    reads = clock.now() === momentMs ? reads + 1 : 1
    momentMs = clock.now()
    if (reads === MOST_READS) onSpin()
    return momentMs
  }

  return {
    monotonicMs,
    databaseMs: () => clock.now(),
    clock: {
      now: () => monotonicMs() + skewMs,
      setTimeout: (act, ms) => clock.setTimeout(act, ms),
      setInterval: (act, ms) => clock.setInterval(act, ms)
    }
  }
}
