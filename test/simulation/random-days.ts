import { expect, it } from 'vitest'
import { createTestDatabase } from '../support/test-database.ts'
import { simulate } from './simulate.ts'

/** One test for each seed. They stand in several files, because files run side by side. */
export function testRandomDays(firstSeed: number, count: number): void {
  const seeds = Array.from({ length: count }, (_, place) => firstSeed + place)
  it.each(seeds)('keeps every promise on the random day %i', async seed => {
    const { url } = await createTestDatabase()
    const { broken, followups } = await simulate(seed, url)
    expect(broken).toEqual([])
    expect(followups).toBeGreaterThan(0)
  })
}
