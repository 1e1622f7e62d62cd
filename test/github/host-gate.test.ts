import { expect, it } from 'vitest'
import { createHostGate } from '../../src/github/github.ts'
import { createStillClock } from '../support/still-clock.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

function openGate() {
  const clock = createStillClock()
  const log: string[] = []
  const gate = createHostGate({
    now: clock.now,
    random: () => 0.5,
    log: { info: (_, words) => void log.push(words), warn: (_, words) => void log.push(words) }
  })
  return { gate, clock, log }
}

/** Looks whenever it may, for an hour in which the host allows so many requests; returns what was left after the last look. */
function lookForAnHour(limit: number, others: number) {
  const { gate, clock } = openGate()
  const renewedAtMs = clock.now() + HOUR_MS
  let left = limit
  let leftAfterLooks = limit
  let looks = 0
  for (let second = 0; second < 3_599; second += 1) {
    clock.advance(1_000)
    left -= others
    const room = gate.allowance.room()
    gate.allowance.count(room)
    looks += room
    left -= room * 3
    if (room > 0) leftAfterLooks = left
    gate.noteLeft({ left, limit, renewedAtMs })
  }
  return { left: leftAfterLooks, looks }
}

it('never uses up the limit', () => {
  const { left, looks } = lookForAnHour(5_000, 0)
  expect(left).toBeGreaterThan(480)
  expect(looks).toBeGreaterThan(1_300)
})

it('leaves something to others who use the same token', () => {
  expect(lookForAnHour(5_000, 1).left).toBeGreaterThan(480)
})

it('does not ask once too little is left, until there is more', () => {
  const { gate, clock } = openGate()
  gate.noteLeft({ left: 2, limit: 60, renewedAtMs: clock.now() + 10 * MINUTE_MS })
  expect([gate.closedForMs(), gate.allowance.room()]).toEqual([10 * MINUTE_MS, 0])
  expect(gate.allowance.nextAtMs()).toBe(clock.now() + 10 * MINUTE_MS)
  clock.advance(10 * MINUTE_MS)
  expect(gate.closedForMs()).toBe(0)
  expect(gate.allowance.room()).toBeGreaterThan(0)
})

it('waits longer after each trouble in a row, and counts what fails together once', () => {
  const { gate, clock } = openGate()
  const waits = Array.from({ length: 8 }, () => {
    const { forMs } = gate.shut('too slow')
    gate.shut('too slow')
    clock.advance(forMs)
    clock.advance(gate.closedForMs())
    return Math.round(forMs / 1_000)
  })
  expect(waits).toEqual([11, 23, 45, 90, 180, 360, 450, 450])
})

it('logs a trouble once, and its end once it has been well for a while', () => {
  const { gate, clock, log } = openGate()
  for (let minute = 0; minute < 30; minute += 1) {
    if (minute % 2 === 0) gate.shut('it answered 500', 1_000)
    else gate.answered()
    clock.advance(MINUTE_MS)
  }
  expect(log).toEqual(['Pull requests cannot be looked at; their results stay as they are'])
  clock.advance(5 * MINUTE_MS)
  gate.answered()
  gate.answered()
  expect(log.slice(1)).toEqual(['Pull requests can be looked at again'])
})
