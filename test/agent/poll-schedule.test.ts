import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextLookMs } from '../../src/agent/looks.ts'

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
    ['sent a day ago', 86_400_000, 30_000],
    ['sent in the future, by another clock', -60_000, 5_000]
  ])('%s', (_, ageMs, waitMs) => {
    expect(nextLookMs(ageMs, 0.5)).toBe(waitMs)
  })

  it('the waits vary by a tenth either way', () => {
    expect([nextLookMs(900_000, 0), nextLookMs(900_000, 1)]).toEqual([27_000, 33_000])
    expect([nextLookMs(30_000, 0), nextLookMs(30_000, 1)]).toEqual([7_200, 8_800])
  })

  it('the wait is always between 1 and 33 s, whatever the clocks say', () => {
    fc.assert(
      fc.property(age, random, (ageMs, chance) => {
        const waitMs = nextLookMs(ageMs, chance)
        expect(waitMs).toBeGreaterThan(0)
        expect(waitMs).toBeLessThanOrEqual(33_000)
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

  it('a job is looked at 5 s and 20 s after a send, and its end is noticed in time', () => {
    const looks: number[] = []
    for (let atMs = 0; atMs < 600_000; ) {
      atMs += nextLookMs(atMs, 0.5)
      looks.push(atMs)
    }
    expect(looks.slice(0, 4)).toEqual([5_000, 20_000, 28_000, 36_000])
    expect(looks.length).toBeLessThan(50)
  })
})
