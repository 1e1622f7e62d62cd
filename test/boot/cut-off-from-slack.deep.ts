import { expect, it } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { createFilledDataDir, openOffice } from '../support/office.ts'
import { databasePid, isAlive, spawnBot } from '../support/spawned-bot.ts'
import { openWithBot } from './open-with-bot.ts'

it('is ready while Slack can reach it, and healthy in any case', async () => {
  const { slack, bot } = await openWithBot()
  slack.refuseSockets(true)
  slack.closeSockets()
  await eventually(async () => (await bot.probe('/readyz')) === 503, 'the bot to notice that Slack is gone')
  expect(await bot.probe('/healthz')).toBe(200)

  slack.refuseSockets(false)
  await bot.waitUntilReady()
  bot.kill('SIGTERM')
  expect(await bot.exited).toMatchObject({ code: 0 })
})

it.each(['invalid_auth', 'team_disabled'])(
  'exits with an error when Slack revokes its token (%s), so that its host can alert someone',
  async error => {
    const { slack, bot } = await openWithBot()
    slack.fail('apps.connections.open', { error, times: 2 })
    slack.closeSockets()
    expect(await bot.exited).toMatchObject({ code: 1 })
    expect(bot.output()).toContain(error)
  }
)

it('is not ready before it reaches Slack, and stops at once when asked to', async () => {
  const { slack, env } = await openOffice()
  const dataDir = await createFilledDataDir()
  slack.refuseSockets(true)
  const bot = spawnBot({ ...env, DATA_DIR: dataDir })
  await eventually(async () => (await bot.probe('/healthz')) === 200, 'the process to be healthy')
  expect(await bot.probe('/readyz')).toBe(503)
  const pid = await databasePid(dataDir)
  bot.kill('SIGTERM')
  expect(await bot.exited).toMatchObject({ code: 0 })
  expect(pid !== undefined && (await isAlive(pid))).toBe(false)
})
