import { expect, it, onTestFinished } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { createApp } from '../../src/app.ts'
import { parseConfig } from '../../src/config.ts'
import { migrate } from '../../src/database/open-databases.ts'
import { StartError } from '../../src/errors.ts'
import { eventually } from '../support/eventually.ts'
import { createWorld } from '../support/journey-world.ts'
import { bringUpToDate } from '../support/newer-version.ts'
import { openOffice } from '../support/office.ts'
import { runSql } from '../support/run-sql.ts'
import { TestClock } from '../support/test-clock.ts'
import { createTestDatabase } from '../support/test-database.ts'

const OUTDATED = `The database needs Agent Follow-up 99.0.0, and this is ${packageJson.version}.`

it('does not start on tables that a newer version has changed, and says which one they need', async () => {
  const { url, database } = await createTestDatabase()
  await bringUpToDate(url)
  const failure = await migrate(database).catch(error => error)
  expect(failure).toBeInstanceOf(StartError)
  expect(failure.message).toBe(`${OUTDATED} Start that version, or restore a backup from before the upgrade.`)
})

it('starts on tables to which a newer version has only added', async () => {
  const { url, database } = await createTestDatabase()
  await bringUpToDate(url, '99.0.0', false)
  expect(await migrate(database)).toBe(undefined)
})

it('says of each version that changes the tables that they need it', async () => {
  const { url, database } = await createTestDatabase()
  await bringUpToDate(url, '0.0.9')
  await runSql(url, 'drop schema followup cascade')
  await migrate(database)
  await runSql(url, `insert into followup.migration values ('later.sql', true)`)
  await expect(migrate(database)).rejects.toThrow(`The database needs Agent Follow-up ${packageJson.version}`)
})

it('retires within a minute once a newer version has changed the tables', async () => {
  const clock = new TestClock(Date.UTC(2026, 10, 20, 14))
  const { url } = await createTestDatabase()
  const { env } = await openOffice({ slack: { clock }, agent: { clock } })
  const config = parseConfig({ ...env, DATABASE_URL: url })
  const retired = Promise.withResolvers<string>()
  const app = await createApp(config, createWorld(clock, config, [], {}), {
    databaseUrl: url,
    work: true,
    retire: retired.resolve
  })
  onTestFinished(app.stop)
  await bringUpToDate(url)
  let why: string | undefined
  void retired.promise.then(words => {
    why = words
  })
  // A minute passes unnoticed while the round of the start is still under way.
  await eventually(async () => {
    await clock.tick(60_000)
    return why !== undefined
  }, 'the bot to retire')
  expect(why).toBe(OUTDATED)
})
