import { expect, it } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { createFilledDataDir } from '../support/office.ts'
import { databasePid } from '../support/spawned-bot.ts'
import { squat } from '../support/squatter.ts'
import { openWithBot } from './open-with-bot.ts'

it('says that something else has taken the place of its database, and is not ready meanwhile', async () => {
  const dataDir = await createFilledDataDir()
  const { bot } = await openWithBot({ dataDir })
  const squatter = await squat({ socket: `${dataDir}/postgres/.s.PGSQL.5432` })
  process.kill((await databasePid(dataDir)) ?? Number.NaN, 'SIGKILL')
  await eventually(async () => (await bot.probe('/readyz')) === 503, 'the bot to be unready', { describe: bot.output })
  const isSaid = () => bot.output().includes('The embedded database does not answer')
  await eventually(isSaid, 'the log to say so', { describe: bot.output })
  expect(await bot.probe('/healthz')).toBe(200)
  expect(squatter.heard.join()).not.toMatch(/^p/m)

  await squatter.leave()
  await bot.waitUntilReady()
  const isOver = () => bot.output().includes('The embedded database answers again')
  await eventually(isOver, 'the log to say that it is over', { describe: bot.output })
  expect(bot.output().match(/The embedded database does not answer/g)).toHaveLength(1)
  bot.kill('SIGTERM')
  expect(await bot.exited).toMatchObject({ code: 0 })
})
