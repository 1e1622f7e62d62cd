import { afterAll, expect, it } from 'vitest'
import { createTestDatabase } from '../support/test-database.ts'
import { type Simulated, STEPS_OF_A_DAY, simulate, sumUp } from './simulate.ts'

// Whole days are for `npm run simulate`.
const STEPS = STEPS_OF_A_DAY / 2

/** One test for each seed, in several files, because files run in parallel. */
export function testRandomDays(firstSeed: number, count: number): void {
  const seeds = Array.from({ length: count }, (_, place) => firstSeed + place)
  const days: Simulated[] = []
  it.each(seeds)('keeps every promise for half of random day %i', async seed => {
    const { url } = await createTestDatabase()
    const day = await simulate(seed, url, STEPS)
    expect(day.broken).toEqual([])
    days.push(day)
  })
  afterAll(() => {
    const missing = [...sumUp(days)].filter(([, times]) => times === 0).map(([what]) => what)
    expect(missing).toEqual([])
  })
}
