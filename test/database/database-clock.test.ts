import { expect, it } from 'vitest'
import { createDatabaseClock, sayOffset } from '../../src/database/clock.ts'

const NOON = Date.UTC(2026, 10, 20, 12)

type Trip = number | [thereMs: number, backMs: number]

/** A database that answers after a trip, asked by a machine whose wall clock is off. */
function watch({ offMs = 0, tripsMs = [0] }: { offMs?: number; tripsMs?: Trip[] }) {
  let passedMs = 0
  let asked = 0
  const told: number[] = []
  const clock = createDatabaseClock({
    sql: {
      query: async () => {
        const trip = tripsMs[asked++ % tripsMs.length] ?? 0
        const [thereMs, backMs] = typeof trip === 'number' ? [trip / 2, trip / 2] : trip
        passedMs += thereMs
        const ms = NOON + passedMs
        passedMs += backMs
        return [{ ms: String(ms) }]
      }
    },
    wall: () => NOON + passedMs + offMs,
    monotonicMs: () => 5_000 + passedMs,
    onApart: aheadMs => void told.push(aheadMs)
  })
  return {
    clock,
    told,
    trueTime: () => NOON + passedMs,
    pass(ms: number) {
      passedMs += ms
    },
    turnBy(ms: number) {
      offMs += ms
    }
  }
}

it.for([-30_000, -10_000, -2_000, 0, 2_000, 30_000])(
  'a machine whose clock is off by %i ms uses the database’s time',
  async offMs => {
    const { clock, told, trueTime, pass } = watch({ offMs, tripsMs: [40] })
    await clock.measure()
    expect(clock.now()).toBe(trueTime())
    pass(60_000)
    expect(clock.now()).toBe(trueTime())
    expect(clock.aheadMs()).toBe(offMs)
    expect(told).toEqual(offMs === 0 ? [] : [offMs])
  }
)

it('the fastest of several answers is believed', async () => {
  const { clock, trueTime } = watch({ tripsMs: [900, 2, 400] })
  await clock.measure()
  expect(clock.now()).toBe(trueTime())
})

it('several slow answers together are as good as a fast one', async () => {
  const { clock, trueTime } = watch({
    tripsMs: [
      [400, 3],
      [2, 300],
      [150, 90]
    ]
  })
  await clock.measure()
  expect(Math.abs(clock.now() - trueTime())).toBeLessThan(2)
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
  const clock = createDatabaseClock({
    sql: { query },
    wall: () => NOON,
    monotonicMs: () => passedMs,
    onApart: () => {}
  })
  await clock.measure()
  expect(clock.now()).toBeGreaterThan(NOON + 60_000)
})

it('a slow answer does not replace an earlier measurement', async () => {
  const { clock, trueTime, pass } = watch({ tripsMs: [2, 2, 2, 4_000, 4_000, 4_000] })
  await clock.measure()
  const before = clock.now() - trueTime()
  await clock.measure()
  pass(1_000)
  expect(clock.now() - trueTime()).toBe(before)
})

it('a busy machine that asks again forgets nothing that it knew', async () => {
  const { clock, trueTime, pass } = watch({ tripsMs: [2, ...Array(10).fill([130, 1])] })
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
  const clock = createDatabaseClock({
    sql: { query },
    wall: () => NOON,
    monotonicMs: () => passedMs,
    onApart: () => {}
  })
  for (let minutes = 0; minutes < 600; minutes++) {
    await clock.measure()
    passedMs += 60_000
    expect(Math.abs(clock.now() - trueTime())).toBeLessThan(20)
  }
})

it('a clock set while the process runs changes nothing, and is reported once each way', async () => {
  const { clock, told, trueTime, turnBy } = watch({})
  await clock.measure()
  turnBy(3_600_000)
  expect(clock.now()).toBe(trueTime())
  await clock.measure()
  await clock.measure()
  turnBy(-3_600_000)
  await clock.measure()
  expect(told).toEqual([3_600_000, 0])
})

it.for([
  [10_040, "warn: This machine's clock is 10.0 s ahead of the database's; the bot uses the database's"],
  [-2_000, "warn: This machine's clock is 2.0 s behind the database's; the bot uses the database's"],
  [1_999, "info: This machine's clock agrees with the database's again"]
] as const)('the log says how far a clock that is %i ms ahead is off, if that matters', ([clockAheadMs, words]) => {
  const log: [object, string][] = []
  const note = (level: string) => (facts: object, words: string) => void log.push([facts, `${level}: ${words}`])
  sayOffset({ info: note('info'), warn: note('warn') }, clockAheadMs)
  expect(log).toEqual([[{ clockAheadMs }, words]])
})
