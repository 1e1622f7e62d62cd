import { expect, it } from 'vitest'
import { bringUpToDate } from '../support/newer-version.ts'
import { openOffice } from '../support/office.ts'
import { spawnBot } from '../support/spawned-bot.ts'
import { createTestDatabase } from '../support/test-database.ts'

it('ends in order, and says why, once a newer version has changed its tables', { timeout: 120_000 }, async () => {
  const { env } = await openOffice()
  const { url } = await createTestDatabase()
  const bot = spawnBot({ ...env, DATABASE_URL: url })
  await bot.waitUntilReady()
  await bringUpToDate(url)
  expect(await bot.exited).toMatchObject({ code: 1, signal: null })
  expect(bot.output()).toMatch(
    /"why":"The database needs Agent Follow-up 99\.0\.0, and this is [\d.]+\.","msg":"Agent Follow-up is stopping"/
  )
  expect(bot.output()).not.toMatch(/"level":[456]0/)
})
