import { afterAll, expect, it } from 'vitest'
import { createTestDatabase } from '../support/test-database.ts'
import { simulate, stepsOfADay } from './simulate.ts'

const SEEDS = [1, 2]

let followupsOfAll = 0
// Some days, faults leave people little to do.
afterAll(() => expect(followupsOfAll).toBeGreaterThan(SEEDS.length))

// Whole days are for `npm run simulate`.
it.each(SEEDS)('keeps every promise for a quarter of random day %i', async seed => {
  const { url } = await createTestDatabase()
  const { broken, followups } = await simulate(seed, url, stepsOfADay(11))
  expect(broken).toEqual([])
  followupsOfAll += followups
})
