import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ASSUMED, type Habit, habitSchema, learn, startOfMs, stretchAt } from '../../src/agent/habit.ts'

const MINUTE_MS = 60_000
const sum = (weights: number[]) => weights.reduce((total, weight) => total + weight, 0)
const endedBy = (habit: Habit, ageMs: number) => sum(habit.slice(0, stretchAt(ageMs) + 1)) / sum(habit)
const learnAll = (habit: Habit, durationsMs: number[]) =>
  durationsMs.reduce((known, durationMs) => learn(known, durationMs), habit)
const times = (count: number, durationMs: number) => Array.from({ length: count }, () => durationMs)

describe('how long work usually takes in a repository', () => {
  it('is assumed to be six minutes as often less as more, and now and then an hour', () => {
    expect(endedBy(ASSUMED, 6 * MINUTE_MS)).toBeCloseTo(0.5, 1)
    expect(endedBy(ASSUMED, 60 * MINUTE_MS)).toBeGreaterThan(0.9)
    expect(endedBy(ASSUMED, 60 * MINUTE_MS)).toBeLessThan(0.99)
  })

  it.each([
    ['three seconds', 3_000, 0],
    ['half a minute', 30_000, 2],
    ['six minutes', 6 * MINUTE_MS, 16],
    ['a day', 24 * 60 * MINUTE_MS, 48],
    ['a month', 30 * 24 * 60 * MINUTE_MS, 48]
  ])('learns from work that took %s', (_, durationMs, stretch) => {
    const gained = learn(ASSUMED, durationMs).map((weight, at) => weight - (ASSUMED[at] ?? 0))
    expect(gained.indexOf(Math.max(...gained))).toBe(stretch)
    expect(sum(gained)).toBeGreaterThan(0.4)
  })

  it('is known after a few hundred ends, and forgotten after as many others', () => {
    const short = learnAll(ASSUMED, times(300, 2 * MINUTE_MS))
    expect(endedBy(short, 3 * MINUTE_MS)).toBeGreaterThan(0.95)
    expect(endedBy(learnAll(short, times(300, 40 * MINUTE_MS)), 3 * MINUTE_MS)).toBeLessThan(0.25)
  })

  it('can be stored whatever was learnt, and never counts more than two hundred ends', () => {
    const durationsMs = fc.array(fc.integer({ min: -MINUTE_MS, max: 100 * 24 * 60 * MINUTE_MS }), { maxLength: 400 })
    fc.assert(
      fc.property(durationsMs, all => {
        const habit = learnAll(ASSUMED, all)
        expect(habitSchema.parse(JSON.parse(JSON.stringify(habit)))).toEqual(habit)
        expect(sum(habit)).toBeLessThan(201)
      })
    )
  })

  it('counts each age in the one stretch it lies in', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 24 * 60 * MINUTE_MS }), ageMs => {
        const stretch = stretchAt(ageMs)
        expect(startOfMs(stretch)).toBeLessThanOrEqual(ageMs + 0.001)
        expect(startOfMs(stretch + 1)).toBeGreaterThan(ageMs - 0.001)
      })
    )
  })
})
