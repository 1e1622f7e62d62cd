import { afterAll, expect, it } from 'vitest'
import { createTestDatabase } from '../support/test-database.ts'
import { simulate, stepsOfADay } from './simulate.ts'

// Whole days are for `npm run simulate`.
export const STEPS = stepsOfADay(11)

/** One test for each seed, in several files, because files run in parallel. */
export function testRandomDays(firstSeed: number, count: number): void {
  const seeds = Array.from({ length: count }, (_, place) => firstSeed + place)
  let followupsOfAll = 0
  it.each(seeds)('keeps every promise for a quarter of random day %i', async seed => {
    const { url } = await createTestDatabase()
    const { broken, followups } = await simulate(seed, url, STEPS)
    expect(broken).toEqual([])
    followupsOfAll += followups
  })
  // Some days, faults leave people little to do.
  afterAll(() => expect(followupsOfAll).toBeGreaterThan(count))
}
