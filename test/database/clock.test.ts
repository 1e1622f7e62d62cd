import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createDatabaseClock, createRunningTime, runningTime } from '../../src/database/clock.ts'

const NOON = Date.UTC(2026, 10, 20, 12)

type Trip = number | [thereMs: number, backMs: number]

/** A database that answers after a trip. */
function watch(tripsMs: Trip[]) {
  let passedMs = 0
  let asked = 0
  const clock = createDatabaseClock(
    {
      query: async () => {
        const trip = tripsMs[asked++ % tripsMs.length] ?? 0
        const [thereMs, backMs] = typeof trip === 'number' ? [trip / 2, trip / 2] : trip
        passedMs += thereMs
        const ms = NOON + passedMs
        passedMs += backMs
        return [{ ms: String(ms) }]
      }
    },
    () => 5_000 + passedMs
  )
  return {
    clock,
    trueTime: () => NOON + passedMs,
    pass(ms: number) {
      passedMs += ms
    }
  }
}

it('a machine uses the database’s time', async () => {
  const { clock, trueTime, pass } = watch([40])
  await clock.measure()
  expect(clock.now()).toBe(trueTime())
  pass(60_000)
  expect(clock.now()).toBe(trueTime())
})

it('the fastest of several answers is believed', async () => {
  const { clock, trueTime } = watch([900, 2, 400])
  await clock.measure()
  expect(clock.now()).toBe(trueTime())
})

it('a database whose clock is set while it is asked is believed as it says now', async () => {
  let setByMs = 0
  let passedMs = 0
  const query = async () => {
    passedMs += 40
    const ms = NOON + passedMs + setByMs
    setByMs = 60_000
    return [{ ms }]
  }
  const clock = createDatabaseClock({ query }, () => passedMs)
  await clock.measure()
  expect(clock.now()).toBeGreaterThan(NOON + 60_000)
})

it('a busy machine that asks again forgets nothing that it knew', async () => {
  const { clock, trueTime, pass } = watch([2, ...Array(10).fill([130, 1])])
  await clock.measure()
  pass(1_000)
  await clock.measure()
  expect(Math.abs(clock.now() - trueTime())).toBeLessThan(2)
})

it('a drift between the clocks is followed', async () => {
  let passedMs = 0
  const trueTime = () => NOON + passedMs * 1.000_1
  const query = async () => {
    passedMs += 1
    return [{ ms: trueTime() }]
  }
  const clock = createDatabaseClock({ query }, () => passedMs)
  for (let minutes = 0; minutes < 600; minutes++) {
    await clock.measure()
    passedMs += 60_000
    expect(Math.abs(clock.now() - trueTime())).toBeLessThan(20)
  }
})

describe('the time that passes', () => {
  const step = fc.record({ ms: fc.double({ min: 0, max: 90_000, noNaN: true }), isAsleep: fc.boolean() })

  it('goes on while the machine sleeps, and is as precise as the clock that does not', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 50 }), fc.integer({ min: 1, max: 50 }), (steps, tickMs) => {
        let awakeMs = 0
        let sleptMs = 0
        const roughMs = () => Math.floor((awakeMs + sleptMs) / tickMs) * tickMs
        const wallMs = () => 1_000_000 + Math.floor(awakeMs + sleptMs)
        const timeMs = createRunningTime({ preciseMs: () => awakeMs, roughMs, wallMs })
        let lastMs = timeMs()
        let unseenMs = 0
        for (const { ms, isAsleep } of steps) {
          if (isAsleep) sleptMs += ms
          else awakeMs += ms
          const nowMs = timeMs()
          expect(nowMs).toBeGreaterThanOrEqual(lastMs)
          unseenMs += isAsleep && ms < 300 ? ms : 0
          expect(Math.abs(nowMs - awakeMs - sleptMs)).toBeLessThanOrEqual(unseenMs + 3 * tickMs)
          lastMs = nowMs
        }
      })
    )
  })

  it('is not moved by a rough clock, or by a wall clock that is set, while the machine is awake', () => {
    let awakeMs = 15
    let setByMs = 0
    const timeMs = createRunningTime({
      preciseMs: () => awakeMs,
      roughMs: () => 5_000 + Math.floor(awakeMs / 20) * 20,
      wallMs: () => 1_000_000 + awakeMs + setByMs
    })
    for (; awakeMs < 10_000; awakeMs += 0.7) {
      if (awakeMs > 5_000) setByMs = -3_600_000
      expect(timeMs()).toBe(awakeMs)
    }
  })

  it('measures what passes on this machine to the millisecond', async () => {
    const timeMs = runningTime()
    // The process may lose the processor between two lines.
    const read = () => {
      const notBeforeMs = performance.now()
      return { measuredMs: timeMs(), notBeforeMs, notAfterMs: performance.now() }
    }
    const start = read()
    for (let look = 0; look < 50; look++) {
      await sleep(1)
      const now = read()
      const passedMs = now.measuredMs - start.measuredMs
      expect(passedMs).toBeGreaterThan(now.notBeforeMs - start.notAfterMs - 1)
      expect(passedMs).toBeLessThan(now.notAfterMs - start.notBeforeMs + 1)
    }
  })
})
