import { expect, it } from 'vitest'
import { createTestDatabase } from '../support/test-database.ts'
import { STEPS } from './random-days.ts'
import { simulate } from './simulate.ts'

const SEED = 11

it('lives the same day again from the same seed', async () => {
  const live = async () => (await simulate(SEED, (await createTestDatabase()).url, STEPS)).account
  const account = await live()
  expect(account.length).toBeGreaterThan(5)
  expect(await live()).toEqual(account)
})
