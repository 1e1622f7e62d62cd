import { describe, expect, it } from 'vitest'
import { backoffMs } from '../../src/http/pace.ts'

describe('the wait when the service gives none', () => {
  it.each([
    [0, 7_500, 15_000],
    [1, 15_000, 30_000],
    [2, 30_000, 60_000],
    [5, 240_000, 480_000],
    [6, 300_000, 600_000],
    [50, 300_000, 600_000],
    [5_000, 300_000, 600_000]
  ])('after %i failures is between %i and %i ms', (failures, least, most) => {
    expect([backoffMs(failures, 0), backoffMs(failures, 1)]).toEqual([least, most])
    expect(backoffMs(failures, 0.5)).toBe((least + most) / 2)
  })
})
