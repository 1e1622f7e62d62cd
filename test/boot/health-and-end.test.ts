import { expect, it } from 'vitest'
import { createDataDir } from '../support/office.ts'
import { databasePid, isAlive } from '../support/spawned-bot.ts'
import { openWithBot } from './open-with-bot.ts'

const SECONDS = 1_000

it('stops within seconds of SIGTERM, along with its embedded database', async () => {
  const dataDir = await createDataDir()
  const { bot } = await openWithBot({ dataDir })
  const pid = await databasePid(dataDir)
  expect(pid !== undefined && (await isAlive(pid))).toBe(true)

  const askedAt = performance.now()
  bot.kill('SIGTERM')
  expect(await bot.exited).toMatchObject({ code: 0, signal: null })
  expect(performance.now() - askedAt).toBeLessThan(10 * SECONDS)
  expect(pid !== undefined && (await isAlive(pid))).toBe(false)
})
