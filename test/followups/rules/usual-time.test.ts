import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ASSUMED, type Habit, learn, learntFrom } from '../../../src/agent/habit.ts'
import { usualTime } from '../../../src/followups/rules/usual-time.ts'

const MINUTE_MS = 60_000
const habitOf = (...minutes: number[]): Habit =>
  minutes.reduce((habit, each) => learn(habit, each * MINUTE_MS), ASSUMED)
const times = (count: number, minutes: number) => Array.from({ length: count }, () => minutes)
const minutesOf = (habit: Habit) => {
  const usual = usualTime(habit)
  return usual && [usual.medianMs / MINUTE_MS, usual.mostMs / MINUTE_MS]
}

describe('how long work usually takes', () => {
  it.each([0, 1, 2, 4])('is not known after %i ends', count => {
    expect(usualTime(habitOf(...times(count, 6)))).toBeUndefined()
  })

  it.each([
    ['five that took as long', times(5, 6), 6, 7],
    ['two hundred that took as long', times(200, 6), 6, 7],
    ['five of half an hour, of which nothing is left of what was assumed', times(5, 30), 30, 34],
    ['ten between four and eighteen minutes', [4, 5, 5, 6, 6, 7, 9, 12, 15, 18], 6.7, 13],
    ['short ones and long ones', [...times(12, 2), ...times(8, 60)], 2.2, 60],
    ['what took as long as half of them for a while, and longer since', [...times(100, 5), ...times(200, 40)], 38, 44]
  ])('is known after %s', (_, minutes, median, most) => {
    const [half = 0, fourOfFive = 0] = minutesOf(habitOf(...minutes)) ?? []
    expect(half).toBeGreaterThan(median * 0.85)
    expect(half).toBeLessThan(median * 1.15)
    expect(fourOfFive).toBeGreaterThan(most * 0.85)
    expect(fourOfFive).toBeLessThan(most * 1.15)
  })

  it('counts the ends that were learnt from, however long they took and however many there were', () => {
    for (const count of [1, 4, 5, 20]) expect(learntFrom(habitOf(...times(count, 12))).count).toBe(count)
    expect(learntFrom(habitOf(...times(5_000, 12))).count).toBeGreaterThan(500)
  })

  it('never counts more ends than there were, and takes half of the work no longer than most of it', () => {
    const minutes = fc.double({ min: 0.001, max: 3_000, noNaN: true })
    fc.assert(
      fc.property(fc.array(minutes, { maxLength: 60 }), all => {
        const habit = habitOf(...all)
        expect(learntFrom(habit).count).toBeLessThanOrEqual(all.length)
        const [half = 0, fourOfFive = 0] = minutesOf(habit) ?? []
        expect(half).toBeLessThanOrEqual(fourOfFive)
      })
    )
  })
})
