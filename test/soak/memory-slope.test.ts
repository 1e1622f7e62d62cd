import { expect, it } from 'vitest'
import { type Sample, slopeInTenMinutes } from './memory-slope.ts'

it('says how much memory grows in ten minutes, as a share of what there is', () => {
  const line = (mbAMinute: number) =>
    Array.from({ length: 30 }, (_, minute): Sample => [minute, 100 + mbAMinute * minute])
  expect(slopeInTenMinutes(line(0))).toBe(0)
  expect(slopeInTenMinutes(line(1))).toBeCloseTo(10 / 114.5)
  expect(
    slopeInTenMinutes([
      [0, 110],
      [1, 90],
      [2, 110],
      [3, 90],
      [4, 110]
    ])
  ).toBeCloseTo(0)
})
