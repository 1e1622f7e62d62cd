import { TestClock } from 'pg-boss'
import { expect, onTestFinished, test } from 'vitest'
import { createStandInSlack } from '../../src/sandbox/slack/stand-in-slack.ts'
import { connectBySocket } from '../../src/slack/receivers.ts'
import { createSlackLogger } from '../../src/slack/slack-logger.ts'
import { eventually } from '../support/eventually.ts'

const MINUTE = 60_000

async function connect() {
  const slack = await createStandInSlack()
  onTestFinished(() => slack.stop())
  const timers = new TestClock()
  const lost: number[] = []
  const logger = createSlackLogger({ warn: () => {}, error: () => {} })
  const connection = connectBySocket({
    appToken: slack.appToken,
    apiUrl: slack.apiUrl,
    logger,
    timers,
    onLost: () => lost.push(timers.now())
  })
  await connection.receiver.start()
  onTestFinished(async () => void (await connection.receiver.stop()))
  return { slack, timers, lost, connection }
}

test('two connections are open at once', async () => {
  const { slack, connection } = await connect()
  expect(slack.sockets()).toBe(2)
  expect(connection.isReady()).toBe(true)
})

test('when no connection comes back for five minutes, the process is told, once', async () => {
  const { slack, timers, lost, connection } = await connect()
  slack.refuseSockets(true)
  slack.closeSockets()
  await eventually(() => !connection.isReady(), 'the loss of both connections')
  await timers.tick(4 * MINUTE)
  expect(lost).toEqual([])
  await timers.tick(10 * MINUTE)
  expect(lost).toHaveLength(1)
  slack.refuseSockets(false)
  await eventually(() => connection.isReady(), 'a new connection')
})

test('a connection that comes back in time is no loss', async () => {
  const { slack, timers, lost, connection } = await connect()
  slack.closeSockets()
  await eventually(() => !connection.isReady(), 'the loss of both connections')
  await timers.tick(4 * MINUTE)
  await eventually(() => connection.isReady(), 'a new connection')
  await timers.tick(10 * MINUTE)
  expect(lost).toEqual([])
})
