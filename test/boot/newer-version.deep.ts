import { expect, it } from 'vitest'
import { bringUpToDate } from '../support/newer-version.ts'
import { openWithBot } from './open-with-bot.ts'

it('ends in order, and says why, once a newer version has changed its tables', async () => {
  const { bot, url } = await openWithBot()
  await bringUpToDate(url)
  expect(await bot.exited).toMatchObject({ code: 1, signal: null })
  expect(bot.output()).toMatch(
    /"why":"The database needs Agent Follow-up 99\.0\.0, and this is [\d.]+\.","msg":"Agent Follow-up is stopping"/
  )
  expect(bot.output()).not.toMatch(/"level":[456]0/)
})
