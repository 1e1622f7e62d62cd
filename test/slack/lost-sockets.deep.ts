import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { createStandInSlack } from '../../sandbox/slack/stand-in-slack.ts'
import { createBolt } from '../../src/slack/bolt.ts'
import { connectBySocket } from '../../src/slack/connect-by-socket.ts'
import { eventually } from '../support/eventually.ts'
import { TestClock } from '../support/test-clock.ts'
import { openBareSlack } from './bare-slack.ts'
import { createNotingLogger } from './noting-logger.ts'

const MINUTE = 60_000
const START = Date.UTC(2026, 10, 20, 14, 2)

const options = { appToken: 'xapp-1', logger: createNotingLogger().logger, random: () => 1 }

async function connect(random = () => 1) {
  const slack = await createStandInSlack()
  onTestFinished(() => slack.stop())
  const timers = new TestClock(START - MINUTE)
  const { log, logger } = createNotingLogger()
  const { appToken, apiUrl, botToken: token, botId, botUserId } = slack
  const connection = connectBySocket({ ...options, random, appToken, apiUrl, logger, timers })
  const bolt = createBolt({ receiver: connection.receiver, token, botId, botUserId, logger })
  bolt.command('/agent-followup', ({ ack }) => ack())
  await bolt.start()
  await timers.tick(MINUTE)
  onTestFinished(async () => void (await bolt.stop()))
  const user = slack.addPerson({ name: 'Ana' }).id
  const channel = slack.addChannel({ name: 'docs', members: [user] }).id
  const command = async () => (await slack.command({ user, channel, text: 'help' })).acknowledged
  const said = () => log.filter(line => /onnected to Slack/.test(line))
  const asked = () => slack.calls().filter(({ method }) => method === 'apps.connections.open').length
  const eventuallyInTime = (look: () => boolean, what: string) =>
    eventually(async () => {
      await timers.tick(100)
      return look()
    }, what)
  return { slack, timers, said, connection, command, asked, eventuallyInTime }
}

it('answers every command while Slack refreshes both at once', async () => {
  const { slack, command, connection } = await connect()
  const answeredUntil = (sockets: number) =>
    eventually(async () => {
      expect(await command()).toBe(true)
      return slack.sockets() === sockets
    }, `${sockets} connections`)
  slack.refreshSockets('warning')
  await answeredUntil(4)
  await answeredUntil(2)
  expect(connection.lostSinceMs()).toBeUndefined()
})

it.each([
  ['Slack ends both without a warning', 'refreshSockets'],
  ['both are cut', 'closeSockets']
] as const)('is back at once when %s', async (_, end) => {
  const { slack, command, timers } = await connect()
  slack[end]()
  await eventually(command, 'a command to be answered', { withinMs: 5_000 })
  expect(timers.now()).toBe(START)
})

it('uses a refreshed connection for as long as Slack does, and closes one that Slack leaves open', async () => {
  const { slack, command, timers } = await connect()
  slack.refreshSockets('warning')
  await eventually(() => slack.sockets() === 4, 'both to be replaced')
  await timers.tick(10_000)
  for (let turn = 0; turn < 8; turn++) expect(await command()).toBe(true)
  expect(slack.sockets()).toBe(4)
  await timers.tick(5_000)
  await eventually(() => slack.sockets() === 2, 'the earlier ones to be closed', { withinMs: 5_000 })
  expect(await command()).toBe(true)
})

it.each([
  ['refuses connections', true],
  ['closes each at once', false]
] as const)('asks ever more rarely while Slack %s', async (_, refuses) => {
  const { slack, timers, asked, eventuallyInTime } = await connect()
  slack.refuseSockets(refuses)
  const before = asked()
  await eventuallyInTime(() => {
    slack.closeSockets()
    return asked() >= before + 2 * 8
  }, 'eight tries of each')
  expect(timers.now() - START).toBeGreaterThan(15_000)
})

it('does not try for both at the same moments', async () => {
  let tries = 0
  const { slack, timers, asked } = await connect(() => tries++ % 2)
  const before = asked()
  slack.refuseSockets(true)
  slack.closeSockets()
  await eventually(() => tries === 2, 'both to fail once')
  await timers.tick(300)
  await eventually(() => asked() === before + 3, 'one of them to try again')
})

it('tries again when Slack opens a connection and stays silent', async () => {
  const slack = await openBareSlack()
  const timers = new TestClock()
  const { receiver, lostSinceMs } = connectBySocket({ ...options, apiUrl: slack.apiUrl, timers })
  await receiver.start()
  await timers.tick(MINUTE)
  onTestFinished(async () => void (await receiver.stop()))
  slack.greet(false)
  slack.dropAll()
  await eventually(() => slack.opened() === 4 && lostSinceMs() !== undefined, 'both to connect again')
  slack.greet(true)
  await eventually(async () => {
    await timers.tick(100)
    return lostSinceMs() === undefined
  }, 'a greeting')
})

it('survives an outage of hours, and logs once that it began and once that it is over', async () => {
  const { slack, timers, said, connection, eventuallyInTime } = await connect()
  expect(said()).toEqual([])
  slack.refuseSockets(true)
  slack.closeSockets()
  await eventually(() => connection.lostSinceMs() !== undefined, 'the loss of both connections')
  expect(connection.lostSinceMs()).toBe(START)
  await timers.tick(180 * MINUTE)
  const lost = 'Not connected to Slack; commands and replies do not arrive. Retrying'
  expect(said()).toEqual([lost])
  slack.refuseSockets(false)
  await eventuallyInTime(() => slack.sockets() === 2 && connection.lostSinceMs() === undefined, 'both connections')
  expect(connection.lostSinceMs()).toBeUndefined()
  expect(said()).toEqual([lost, 'Connected to Slack again'])
})

it('does not count a connection that closes after the stop as lost', async () => {
  const slack = await openBareSlack()
  const timers = new TestClock(START)
  const { log, logger: noting } = createNotingLogger()
  let closed = 0
  const logger = {
    ...noting,
    debug: (words: string) => void (words.startsWith('Terminating WebSocket') && closed++)
  }
  const { receiver, lostSinceMs } = connectBySocket({ ...options, apiUrl: slack.apiUrl, logger, timers })
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
  const timers = new TestClock()
  const { receiver } = connectBySocket({ ...options, apiUrl: slack.apiUrl, timers })
  await receiver.start()
  await timers.tick(MINUTE)
  const unheard: unknown[] = []
  const note = (reason: unknown) => void unheard.push(reason ?? 'nothing')
  process.on('unhandledRejection', note)
  onTestFinished(() => void process.off('unhandledRejection', note))
  slack.greet(false)
  slack.dropAll()
  await eventually(() => slack.opened() === 4, 'both to connect again')
  await receiver.stop()
  await nextTurn()
  expect(unheard).toEqual([])
})
