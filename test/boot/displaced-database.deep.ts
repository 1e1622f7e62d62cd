import { once } from 'node:events'
import { rename } from 'node:fs/promises'
import { createServer } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { createFilledDataDir } from '../support/office.ts'
import { databasePid } from '../support/spawned-bot.ts'
import { openWithBot } from './open-with-bot.ts'

const ASK_FOR_THE_PASSWORD = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 3])

/** An impostor in a database's place that asks for its password in clear. `leave` gives the place back. */
async function squat(place: string) {
  const heard: string[] = []
  const server = createServer(socket => {
    socket.on('error', () => {})
    socket.on('data', data => {
      heard.push(data.toString('latin1'))
      socket.write(ASK_FOR_THE_PASSWORD)
    })
  })
  // In one step: whoever looks there finds one or the other.
  await once(server.listen(`${place}.mine`), 'listening')
  await rename(`${place}.mine`, place)
  const leave = () => new Promise<void>(done => server.close(() => done()))
  onTestFinished(() => void server.close())
  return { heard, leave }
}

it('says that something else has taken the place of its database, and is not ready meanwhile', async () => {
  const dataDir = await createFilledDataDir()
  const { bot } = await openWithBot({ dataDir })
  const squatter = await squat(`${dataDir}/postgres/.s.PGSQL.5432`)
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
