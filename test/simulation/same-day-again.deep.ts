import { expect, it } from 'vitest'
import { createTestDatabase } from '../support/test-database.ts'
import { simulate, stepsOfADay } from './simulate.ts'

const SEED = 11

it('lives the same day again from the same seed', async () => {
  const live = async () => (await simulate(SEED, (await createTestDatabase()).url, stepsOfADay(11))).account
  const account = await live()
  expect(account.length).toBeGreaterThan(5)
  expect(await live()).toEqual(account)
})
