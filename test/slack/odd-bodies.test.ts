import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { App, SocketModeReceiver, type webApi } from '@slack/bolt'
import { describe, expect, it, onTestFinished } from 'vitest'
import { knowsDelivery } from '../../src/listeners.ts'
import { connectByHttp } from '../../src/slack/connect-by-http.ts'
import { connectBySocket, readWarily } from '../../src/slack/connect-by-socket.ts'
import { type SlackConnection, screenDeliveries } from '../../src/slack/deliveries.ts'
import { eventually } from '../support/eventually.ts'
import { freePort } from '../support/free-port.ts'
import { TestClock } from '../support/test-clock.ts'
import { openBareSlack } from './bare-slack.ts'
import { createNotingLogger } from './noting-logger.ts'

const SECRET = 'a-signing-secret'
const FORM = 'application/x-www-form-urlencoded'
const JSON_TYPE = 'application/json'
const TYPED = {
  command: '/agent-followup',
  text: 'job_8f2',
  user_id: 'U1',
  team_id: 'T1',
  channel_id: 'C1',
  trigger_id: '1.1',
  response_url: 'https://hooks.slack.com/1'
}
const COMMAND = String(new URLSearchParams(TYPED))

/** An app that answers a command, and its unhandled rejections. */
async function serve(open: (logger: webApi.Logger) => SlackConnection) {
  const unheard: unknown[] = []
  const note = (reason: unknown) => void unheard.push(reason)
  process.on('unhandledRejection', note)
  onTestFinished(() => void process.off('unhandledRejection', note))
  const { log, note: write, logger } = createNotingLogger()
  const screening = {
    team: { teamId: 'T1' },
    knows: knowsDelivery,
    note: () => {},
    storeEvent: async () => {},
    onAcked: () => {},
    log: { debug: () => {}, warn: write }
  }
  const connection = open(logger)
  const app = new App({
    receiver: screenDeliveries(connection.receiver, screening),
    token: 'xoxb-1',
    botId: 'B1',
    botUserId: 'U1',
    logger,
    tokenVerificationEnabled: false,
    convoStore: false
  })
  app.command('/agent-followup', ({ ack }) => ack('Got it'))
  await app.start()
  onTestFinished(async () => void (await app.stop()))
  return { unheard, log, connection }
}

async function serveHttp() {
  const port = await freePort()
  const { unheard, log, connection } = await serve(logger => connectByHttp(SECRET, logger))
  const server = createServer(connection.answer)
  await new Promise<void>(done => void server.listen(port, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  async function post(body: string, type: string, path = '/slack/events') {
    const timestamp = String(Math.floor(Date.now() / 1_000))
    const signature = createHmac('sha256', SECRET).update(`v0:${timestamp}:${body}`).digest('hex')
    const signed = { 'x-slack-request-timestamp': timestamp, 'x-slack-signature': `v0=${signature}` }
    const headers = { ...signed, 'content-type': type }
    return fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', body, headers })
  }
  /** Sends this without a signature, and returns all that comes until the connection is closed. */
  async function sendUnsigned(body: string, type: string): Promise<string> {
    const socket = connect({ port, host: '127.0.0.1' })
    // What is still to be sent may be refused.
    socket.on('error', () => {})
    const head = `POST /slack/events HTTP/1.1\r\nhost: bot\r\ncontent-type: ${type}\r\ncontent-length: ${body.length}\r\n\r\n`
    socket.write(head + body)
    return text(socket)
  }
  /** Starts a request and breaks it off. Returns the answer. */
  async function breakOff(): Promise<string> {
    const socket = connect({ port, host: '127.0.0.1' })
    socket.end('POST /slack/events HTTP/1.1\r\nhost: bot\r\ncontent-length: 100\r\n\r\n{"type":')
    return text(socket)
  }
  return { port, unheard, log, post, sendUnsigned, breakOff }
}

const ODD = ['null', '7', '"text"', '[]', '[null]', 'true', ' null ', '', 'no json']

describe('a signed request', () => {
  it.each([...ODD.map(body => [body, JSON_TYPE]), ...ODD.map(body => [`payload=${encodeURIComponent(body)}`, FORM])])(
    'with the body %j (%s) is refused, and the next one answered',
    async (body, type) => {
      const { post, unheard } = await serveHttp()
      expect((await post(body, type)).status).toBe(400)
      const answer = await post(COMMAND, FORM)
      expect([answer.status, await answer.text()]).toEqual([200, 'Got it'])
      expect(unheard).toEqual([])
    }
  )

  it.each([
    '{"event":null}',
    '{"event":7}',
    '{"actions":null}',
    '{"type":"event_callback"}',
    '{"type":"event_callback","event":null}'
  ])('with the body %s is answered, and so is the next one', async body => {
    const { post, unheard } = await serveHttp()
    expect((await post(body, JSON_TYPE)).status).toBe(200)
    expect((await post(COMMAND, FORM)).status).toBe(200)
    expect(unheard).toEqual([])
  })

  it('of Slack’s that asks whether the address is right gets its challenge back', async () => {
    const { post } = await serveHttp()
    const answer = await post('{"type":"url_verification","token":"t","challenge":"say-this"}', JSON_TYPE)
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('say-this')])
  })

  it('of more than a megabyte is refused, and so is one to another path', async () => {
    const { post, unheard } = await serveHttp()
    const large = await post(JSON.stringify({ text: 'x'.repeat(1_000_000) }), JSON_TYPE)
    expect([large.status, large.headers.get('connection')]).toEqual([413, 'close'])
    expect((await post('{}', JSON_TYPE, '/elsewhere')).status).toBe(404)
    expect((await post(COMMAND, FORM)).status).toBe(200)
    expect(unheard).toEqual([])
  })
})

describe('an unsigned request', () => {
  it.each([
    ['as small as a command', COMMAND, FORM, 401],
    ['without an object', 'null', JSON_TYPE, 401],
    ['of two megabytes', 'x'.repeat(2_000_000), JSON_TYPE, 413]
  ])('%s is refused, and its connection ends', async (_, body, type, status) => {
    const { post, sendUnsigned, unheard } = await serveHttp()
    expect(await sendUnsigned(body, type)).toMatch(new RegExp(`^HTTP/1.1 ${status} [^]*connection: close`, 'i'))
    expect((await post(COMMAND, FORM)).status).toBe(200)
    expect(unheard).toEqual([])
  })

  it('that only checks the certificate is answered', async () => {
    const { port } = await serveHttp()
    const headers = { 'content-type': FORM }
    const body = 'ssl_check=1&token=verification'
    expect((await fetch(`http://127.0.0.1:${port}/slack/events`, { method: 'POST', body, headers })).status).toBe(200)
  })
})

it('a request that breaks off is not taken for one to a wrong path', async () => {
  const { post, breakOff, log, unheard } = await serveHttp()
  expect(await breakOff()).toMatch(/^HTTP\/1.1 400 /)
  expect((await post(COMMAND, FORM)).status).toBe(200)
  expect(log).toEqual([])
  expect(unheard).toEqual([])
})

it('a socket message that is cut off leaves none of its words in the log', async () => {
  const { apiUrl, send } = await openBareSlack()
  const options = { appToken: 'xapp-1', apiUrl, timers: new TestClock(), random: () => 0 }
  const { log } = await serve(logger => connectBySocket({ ...options, logger }))
  send('{"text":add examples')
  await eventually(() => log.length > 0, 'the words')
  expect(log).toEqual(['Slack sent a message that cannot be read: SyntaxError'])
})

it('an oddly shaped socket message breaks nothing, and the next one is answered', async () => {
  const { apiUrl, send, acknowledged } = await openBareSlack()
  const options = { appToken: 'xapp-1', apiUrl, timers: new TestClock(), random: () => 0 }
  const { unheard } = await serve(logger => connectBySocket({ ...options, logger }))
  for (const message of [...ODD, '{}', '{"type":"events_api"}', '{"type":"events_api","payload":{"event":null}}']) {
    send(message)
  }
  for (const payload of ['null', '7', '[]', '"text"']) {
    send(`{"type":"interactive","envelope_id":"odd","payload":${payload}}`)
  }
  send(JSON.stringify({ type: 'slash_commands', envelope_id: 'last', payload: TYPED }))
  await eventually(() => acknowledged.includes('last'), 'the command to be answered', { withinMs: 10_000 })
  expect(acknowledged.filter(id => id === 'odd').length).toBeGreaterThanOrEqual(3)
  expect(unheard).toEqual([])
})

it('a reader that fails synchronously is logged', async () => {
  const { log, logger } = createNotingLogger()
  const { client } = new SocketModeReceiver({ appToken: 'xapp-1', logger })
  client.removeAllListeners('ws_message')
  client.on('ws_message', () => {
    throw new Error('an odd shape')
  })
  readWarily(client, logger, () => {})
  client.emit('ws_message', '{}', false)
  await eventually(() => log.length > 0, 'the words')
  expect(log).toEqual(['Slack sent a message that cannot be read: Error: an odd shape'])
})
