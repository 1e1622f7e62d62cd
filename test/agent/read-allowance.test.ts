import { expect, it } from 'vitest'
import { createReadAllowance } from '../../src/agent/looks.ts'
import { createStillClock } from '../support/still-clock.ts'

const MINUTE_MS = 60_000

/** Takes whatever it may, every so often, for three minutes; returns when. */
function readsAt(perMinute: number, everyMs: number): number[] {
  const clock = createStillClock()
  const allowance = createReadAllowance(perMinute, clock.now)
  const readsAtMs: number[] = []
  for (let ms = 0; ms < 3 * MINUTE_MS; ms += everyMs) {
    const room = allowance.room()
    allowance.count(room)
    for (let read = 0; read < room; read += 1) readsAtMs.push(ms)
    clock.advance(everyMs)
  }
  return readsAtMs
}

it.each([
  [1, 100],
  [1, 7_000],
  [30, 10],
  [60, 50],
  [600, 1],
  [6_000, 20],
  [6_000, 900],
  [100_000, 5]
])('with %i reads a minute, asked every %i ms, no minute has more and hardly one has fewer', (perMinute, everyMs) => {
  const all = readsAt(perMinute, everyMs)
  // Between any read and the one that is so many later lies a minute.
  const spans = all.slice(perMinute).map((at, earlier) => at - (all[earlier] ?? 0))
  expect(Math.min(...spans.slice(0, 50_000), MINUTE_MS)).toBe(MINUTE_MS)
  expect(all.length).toBeGreaterThanOrEqual(Math.floor(3 * perMinute * 0.9))
})

it('spreads reads over the minute, and catches up on a second at most', () => {
  const clock = createStillClock()
  const allowance = createReadAllowance(610, clock.now)
  expect(allowance.room()).toBe(10)
  clock.advance(10 * MINUTE_MS)
  expect(allowance.room()).toBe(10)
  allowance.count(10)
  expect(allowance.room()).toBe(0)
  clock.advance(allowance.nextAtMs() - clock.now())
  expect(allowance.room()).toBe(1)
})

it('makes up for reads that did not wait for their turn', () => {
  const clock = createStillClock()
  const allowance = createReadAllowance(61, clock.now)
  allowance.count(1)
  for (let read = 0; read < 3; read += 1) allowance.count(1)
  clock.advance(3_000)
  expect(allowance.room()).toBe(0)
  clock.advance(1_000)
  expect(allowance.room()).toBe(1)
})
