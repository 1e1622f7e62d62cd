import { expect, it } from 'vitest'
import { createDatabaseClock } from '../../src/database/clock.ts'

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

it('a slow answer does not replace an earlier measurement', async () => {
  const { clock, trueTime, pass } = watch([2, 4_000, 4_000, 4_000])
  await clock.measure()
  const before = clock.now() - trueTime()
  await clock.measure()
  pass(1_000)
  expect(clock.now() - trueTime()).toBe(before)
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
