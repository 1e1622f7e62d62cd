import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { backoffMs, createAllowance, parseRetryAfter } from '../../src/http/pace.ts'

const NOW = Date.UTC(2026, 0, 5, 9)
const HOUR = 3_600_000

describe('a Retry-After header', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['30', 30_000],
    [' 30 ', 30_000],
    ['1.5', 1_500],
    ['0', 1_000],
    ['0.0001', 1_000],
    ['7200', 2 * HOUR],
    ['7201', 2 * HOUR],
    ['9'.repeat(400), 2 * HOUR],
    ['-5', undefined],
    ['+5', undefined],
    ['1e3', undefined],
    ['0x10', undefined],
    ['30s', undefined],
    ['30, 60', undefined],
    ['soon', undefined],
    ['soon 5', undefined],
    ['retry 2030', undefined],
    ['Infinity', undefined],
    ['NaN', undefined],
    ['12:00', undefined],
    ['Mon, 05 Jan 2026 09:01:30 GMT', 90_000],
    ['Mon, 05 Jan 2026 08:00:00 GMT', 1_000],
    ['Tue, 06 Jan 2026 09:00:00 GMT', 2 * HOUR],
    ['Monday, 05-Jan-26 09:01:30 GMT', 90_000]
  ])('%j means %j ms', (header, waitMs) => {
    expect(parseRetryAfter(header, NOW)).toBe(waitMs)
  })

  it('is either ignored or a wait between 1 s and 2 h', () => {
    const anything = fc.oneof(fc.string(), fc.double().map(String), fc.date().map(String), fc.integer().map(String))
    fc.assert(
      fc.property(anything, fc.integer({ min: 0, max: 4e12 }), (header, nowMs) => {
        const waitMs = parseRetryAfter(header, nowMs)
        if (waitMs === undefined) return
        expect(waitMs).toBeGreaterThanOrEqual(1_000)
        expect(waitMs).toBeLessThanOrEqual(2 * HOUR)
        expect(Number.isInteger(waitMs)).toBe(true)
      })
    )
  })
})

it.each([
  [0, 7_500, 15_000],
  [1, 15_000, 30_000],
  [2, 30_000, 60_000],
  [5, 240_000, 480_000],
  [6, 300_000, 600_000],
  [50, 300_000, 600_000],
  [5_000, 300_000, 600_000]
])('the wait after %i failures, when the service gives none, is between %i and %i ms', (failures, least, most) => {
  expect([backoffMs(failures, 0), backoffMs(failures, 1)]).toEqual([least, most])
  expect(backoffMs(failures, 0.5)).toBe((least + most) / 2)
})

function retryFor(seconds: number) {
  let nowMs = 0
  const retries = createAllowance(1_000, () => nowMs, 10_000)
  let taken = 0
  for (; nowMs <= seconds * 1_000; nowMs += 10) while (retries.take()) taken++
  return taken
}

it('lets what is retried all the time go out once a second, after the first ten', () => {
  expect(retryFor(0)).toBe(10)
  expect(retryFor(100)).toBe(110)
})
