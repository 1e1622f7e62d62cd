import { expect, it, onTestFinished } from 'vitest'
import { createApp } from '../../src/app.ts'
import { parseConfig } from '../../src/config.ts'
import { countStatements, listByText } from '../support/count-statements.ts'
import { createWorld } from '../support/journey-world.ts'
import { openOffice } from '../support/office.ts'
import { TestClock } from '../support/test-clock.ts'
import { createTestDatabase } from '../support/test-database.ts'

const MINUTES = 10
const MOST_COMMITS_A_MINUTE = 11

it('hardly asks the database for anything while there is nothing to do', async () => {
  const { read, reset, quiet } = countStatements()
  const clock = new TestClock(Date.UTC(2026, 10, 20, 14))
  const { url } = await createTestDatabase()
  const { env } = await openOffice({ slack: { clock }, agent: { clock } })
  const config = parseConfig({ ...env, DATABASE_URL: url })
  const app = await createApp(config, createWorld(clock, config, [], {}), { databaseUrl: url, work: true })
  onTestFinished(app.stop)
  await quiet()
  reset()
  for (let second = 0; second < MINUTES * 60; second += 1) {
    await clock.tick(1_000)
    await quiet()
  }
  const { commits } = read()
  if (process.env.BUDGET) process.stdout.write(`${commits} commits in ${MINUTES} minutes\n${listByText(read())}\n`)
  expect(commits / MINUTES, listByText(read())).toBeLessThanOrEqual(MOST_COMMITS_A_MINUTE)
})
