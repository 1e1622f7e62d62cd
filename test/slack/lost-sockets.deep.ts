import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { createStandInSlack } from '../../sandbox/slack/stand-in-slack.ts'
import { connectBySocket } from '../../src/slack/connect-by-socket.ts'
import { createSlackLogger } from '../../src/slack/slack-logger.ts'
import { eventually } from '../support/eventually.ts'
import { TestClock } from '../support/test-clock.ts'
import { openBareSlack } from './bare-slack.ts'

const MINUTE = 60_000
const START = Date.UTC(2026, 10, 20, 14, 2)

async function connect() {
  const slack = await createStandInSlack()
  onTestFinished(() => slack.stop())
  const timers = new TestClock(START)
  const log: string[] = []
  const note = (_: object, words: string) => void log.push(words)
  const logger = createSlackLogger({ warn: note, error: note })
  const connection = connectBySocket({ appToken: slack.appToken, apiUrl: slack.apiUrl, logger, timers })
  await connection.receiver.start()
  onTestFinished(async () => void (await connection.receiver.stop()))
  const said = () => log.filter(line => /^(Not connected|Reconnected) to Slack/.test(line))
  return { slack, timers, said, connection }
}

it('keeps two connections open', async () => {
  const { slack, connection } = await connect()
  expect(slack.sockets()).toBe(2)
  expect(connection.isReady()).toBe(true)
  expect(connection.lostSinceMs()).toBeUndefined()
})

it('survives an outage of hours, and logs it once while it lasts and once when it is over', async () => {
  const { slack, timers, said, connection } = await connect()
  slack.refuseSockets(true)
  slack.closeSockets()
  await eventually(() => !connection.isReady(), 'the loss of both connections')
  expect(connection.lostSinceMs()).toBe(START)
  await timers.tick(4 * MINUTE)
  expect(said()).toEqual([])
  await timers.tick(180 * MINUTE)
  const lost = 'Not connected to Slack since 2026-11-20 14:02 UTC; commands and replies do not arrive. Still retrying'
  expect(said()).toEqual([lost])
  slack.refuseSockets(false)
  await eventually(() => slack.sockets() === 2 && connection.isReady(), 'both connections')
  expect(connection.lostSinceMs()).toBeUndefined()
  expect(said()).toEqual([lost, 'Reconnected to Slack after 184 minutes'])
})

it('does not log a connection that comes back in time', async () => {
  const { slack, timers, said, connection } = await connect()
  slack.closeSockets()
  await eventually(() => !connection.isReady(), 'the loss of both connections')
  await timers.tick(4 * MINUTE)
  await eventually(() => connection.isReady(), 'a new connection')
  await timers.tick(10 * MINUTE)
  expect(said()).toEqual([])
})

it('does not count a connection that closes after the stop as lost', async () => {
  const slack = await openBareSlack()
  const timers = new TestClock(START)
  const log: string[] = []
  const note = (_: object, words: string) => void log.push(words)
  let closed = 0
  const logger = {
    ...createSlackLogger({ warn: note, error: note }),
    debug: (words: string) => void (words.startsWith('Terminating WebSocket') && closed++)
  }
  const { receiver, lostSinceMs } = connectBySocket({ appToken: 'xapp-1', apiUrl: slack.apiUrl, logger, timers })
  await receiver.start()
  slack.stopReading()
  await receiver.stop()
  expect(closed).toBe(0)
  slack.dropAll()
  await eventually(() => closed === 2, 'both to be closed')
  expect(lostSinceMs()).toBeUndefined()
  await timers.tick(10 * MINUTE)
  expect(log.join()).not.toContain('Not connected to Slack')
})

it('leaves no unhandled rejection when stopped while reconnecting', async () => {
  const slack = await openBareSlack()
  const logger = createSlackLogger({ warn: () => {}, error: () => {} })
  const { receiver } = connectBySocket({ appToken: 'xapp-1', apiUrl: slack.apiUrl, logger, timers: new TestClock() })
  await receiver.start()
  const unheard: unknown[] = []
  const note = (reason: unknown) => void unheard.push(reason ?? 'nothing')
  process.on('unhandledRejection', note)
  onTestFinished(() => void process.off('unhandledRejection', note))
  slack.fallSilent()
  slack.dropAll()
  await eventually(() => slack.open() === 0, 'the loss of both connections')
  await eventually(() => slack.open() === 2, 'both to connect again')
  await receiver.stop()
  await nextTurn()
  expect(unheard).toEqual([])
})
