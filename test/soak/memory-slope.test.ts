import { expect, it } from 'vitest'
import { floorOf, type Sample, slopeInTenMinutes } from './memory-slope.ts'

const MOST_SLOPE = 0.01

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

/** Forty minutes of garbage that is collected every so many: its teeth are of different heights, and the last one is not over. */
function saw({ floorMb, toothMinutes }: { floorMb: (minute: number) => number; toothMinutes: number }): Sample[] {
  return Array.from({ length: 480 }, (_, place): Sample => {
    const minute = 20 + place / 12
    const tooth = Math.floor(minute / toothMinutes)
    return [minute, floorMb(minute) + (8 + (tooth % 5) + tooth) * (minute % toothMinutes)]
  })
}

it.each([1.3, 2.7, 4.1])('finds a level floor under a saw of %d minutes, whose teeth become larger', toothMinutes => {
  const samples = saw({ floorMb: () => 120, toothMinutes })
  const floor = floorOf(samples, 5)
  expect(floor).toHaveLength(7)
  expect(slopeInTenMinutes(floor)).toBeLessThan(MOST_SLOPE)
  // A line through everything is not level.
  expect(slopeInTenMinutes(samples)).toBeGreaterThan(MOST_SLOPE)
})

it.each([1.3, 2.7, 4.1])('finds a floor that rises by 2 %% in ten minutes under a saw of %d minutes', toothMinutes => {
  const floor = floorOf(saw({ floorMb: minute => 120 + 0.25 * minute, toothMinutes }), 5)
  expect(slopeInTenMinutes(floor)).toBeGreaterThan(MOST_SLOPE)
})

it('leaves out a stretch that is not whole, and finds no floor in a short run', () => {
  const samples = Array.from({ length: 13 }, (_, minute): Sample => [minute, 100 + minute])
  expect(floorOf(samples, 5)).toEqual([
    [3, 103],
    [8, 108]
  ])
  expect(floorOf(samples.slice(0, 4), 5)).toEqual([])
  expect(floorOf([], 5)).toEqual([])
})
