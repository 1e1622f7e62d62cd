import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createReadAllowance, nextLookMs } from '../../src/agent/looks.ts'
import { createStillClock } from '../support/still-clock.ts'

const age = fc.integer({ min: -3_600_000, max: 30 * 24 * 3_600_000 })
const random = fc.double({ min: 0, max: 1, noNaN: true })

describe('when to look at a job again', () => {
  it.each([
    ['just sent', 0, 5_000],
    ['sent 2 s ago', 2_000, 3_000],
    ['sent 5 s ago', 5_000, 15_000],
    ['sent 12 s ago', 12_000, 8_000],
    ['sent 19.9 s ago', 19_900, 1_000],
    ['sent 20 s ago', 20_000, 8_000],
    ['sent a minute ago', 60_000, 8_000],
    ['sent 100 s ago', 100_000, 10_000],
    ['sent 10 min ago', 600_000, 24_495],
    ['sent 15 min ago', 900_000, 30_000],
    ['sent almost a day ago', 86_399_999, 30_000],
    ['sent a day ago', 86_400_000, 300_000],
    ['sent two weeks ago', 14 * 86_400_000, 300_000],
    ['sent in the future, by another clock', -60_000, 5_000]
  ])('%s', (_, ageMs, waitMs) => {
    expect(nextLookMs(ageMs, 0.5)).toBe(waitMs)
  })

  it('the waits vary by a tenth either way', () => {
    expect([nextLookMs(900_000, 0), nextLookMs(900_000, 1)]).toEqual([27_000, 33_000])
    expect([nextLookMs(30_000, 0), nextLookMs(30_000, 1)]).toEqual([7_200, 8_800])
  })

  it('the wait is always between 1 and 33 s within a day, and no more than 5.5 min after it, whatever the clocks say', () => {
    fc.assert(
      fc.property(age, random, (ageMs, chance) => {
        const waitMs = nextLookMs(ageMs, chance)
        expect(waitMs).toBeGreaterThan(0)
        expect(waitMs).toBeLessThanOrEqual(ageMs < 86_400_000 ? 33_000 : 330_000)
        if (ageMs >= 5_000) expect(waitMs).toBeGreaterThanOrEqual(1_000)
      })
    )
  })

  it('after the second look, looks never become more frequent', () => {
    const later = fc.integer({ min: 20_000, max: 30 * 24 * 3_600_000 })
    fc.assert(
      fc.property(later, later, random, (one, other, chance) => {
        const [younger, older] = [Math.min(one, other), Math.max(one, other)]
        expect(nextLookMs(older, chance)).toBeGreaterThanOrEqual(nextLookMs(younger, chance))
      })
    )
  })
})

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
