import type { AttachableClock, TestClock } from 'pg-boss'

/** The clock of a process that is off against the database's: `clock` itself is what the database reads. */
export const skewTestClock = (clock: TestClock, skewMs: number): AttachableClock => ({
  now: () => clock.now() + skewMs,
  setTimeout: (act, ms) => clock.setTimeout(act, ms),
  clearTimeout: timer => clock.clearTimeout(timer),
  setInterval: (act, ms) => clock.setInterval(act, ms),
  clearInterval: timer => clock.clearInterval(timer),
  attach: target => clock.attach(target)
})
