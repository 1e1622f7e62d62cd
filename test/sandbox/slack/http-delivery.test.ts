import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { expect, it } from 'vitest'
import { serve } from '../../support/serve.ts'
import { openWorkspace } from './open-workspace.ts'

type Request = { headers: IncomingHttpHeaders; body: string }
type Answer = { status?: number; body?: string; headers?: Record<string, string>; silent?: boolean }

/** A request URL that keeps what reaches it. */
async function openRequestUrl(answer: (request: Request, count: number) => Answer) {
  const requests: Request[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    requests.push({ headers: request.headers, body })
    const {
      status = 200,
      body: text = '',
      headers = {},
      silent
    } = answer({ headers: request.headers, body }, requests.length)
    if (!silent) response.writeHead(status, headers).end(text)
  })
  return { url: `http://127.0.0.1:${await serve(server)}/slack/events`, requests }
}

async function openHttpWorkspace(answer: (request: Request, count: number) => Answer, options = {}) {
  const workspace = await openWorkspace({ redeliverAfterMs: 20_000, answerWithinMs: 20_000, ...options })
  const { url, requests } = await openRequestUrl(answer)
  workspace.slack.deliverTo({ transport: 'http', url })
  return { ...workspace, url, requests }
}

const signatureOf = (secret: string, { headers, body }: Request) =>
  `v0=${createHmac('sha256', secret).update(`v0:${headers['x-slack-request-timestamp']}:${body}`).digest('hex')}`

it('events arrive as signed JSON', async () => {
  const { slack, ana, docs, requests } = await openHttpWorkspace(() => ({}))
  await slack.say({ user: ana, channel: docs, text: 'héllo' })
  const [request] = requests
  if (!request) throw new Error('Nothing came')
  expect(request.headers['content-type']).toBe('application/json')
  expect(request.headers['x-slack-signature']).toBe(signatureOf(slack.signingSecret, request))
  expect(signatureOf('another secret', request)).not.toBe(request.headers['x-slack-signature'])
  expect(Math.abs(Number(request.headers['x-slack-request-timestamp']) - Date.now() / 1000)).toBeLessThan(60)
  expect(JSON.parse(request.body)).toMatchObject({ type: 'event_callback', event: { text: 'héllo' } })
  expect(request.headers).not.toHaveProperty('x-slack-retry-num')
})

it('commands arrive as a form, presses as a payload in a form, and answers are shown', async () => {
  const { slack, ana, docs, requests } = await openHttpWorkspace(({ body }) =>
    body.startsWith('payload=')
      ? {}
      : { body: JSON.stringify({ text: 'noted', blocks: buttons }), headers: { 'content-type': 'application/json' } }
  )
  const { reply } = await slack.command({ user: ana, channel: docs, text: 'job_1 a & b' })
  expect(reply).toMatchObject({ text: 'noted', user: ana })
  await slack.press({ user: ana, channel: docs, messageTs: reply?.ts, actionId: 'go' })
  const forms = requests.map(({ body }) => new URLSearchParams(body))
  expect(requests.map(request => request.headers['content-type'])).toEqual(
    Array(2).fill('application/x-www-form-urlencoded')
  )
  expect(Object.fromEntries(forms[0] ?? [])).toMatchObject({
    command: '/agent-followup',
    text: 'job_1 a & b',
    channel_id: docs
  })
  expect(JSON.parse(forms[1]?.get('payload') ?? '')).toMatchObject({
    type: 'block_actions',
    actions: [{ action_id: 'go', value: 'f_1' }],
    container: { is_ephemeral: true, channel_id: docs }
  })
})
const go = { type: 'button', action_id: 'go', value: 'f_1', text: { type: 'plain_text', text: 'Go' } }
const buttons = [{ type: 'actions', elements: [go] }]

it('a plain-text answer is the reply itself', async () => {
  const { slack, ana, docs } = await openHttpWorkspace(() => ({ body: 'just text' }))
  expect((await slack.command({ user: ana, channel: docs, text: 'help' })).reply?.text).toBe('just text')
})

it('an event is redelivered with the number and reason of the retry', async () => {
  const { slack, ana, docs, requests } = await openHttpWorkspace(
    (_request, count) => (count === 1 ? { status: 500 } : {}),
    {
      redeliverAfterMs: 200,
      maxRedeliveries: 1_000
    }
  )
  await slack.say({ user: ana, channel: docs, text: 'hello' })
  await slack.waitFor(() => slack.deliveries()[0]?.state === 'acknowledged', 'the acknowledgement')
  expect(requests[1]?.headers).toMatchObject({ 'x-slack-retry-num': '1', 'x-slack-retry-reason': 'http_error' })
  expect(requests[1]?.body).toBe(requests[0]?.body)
})

it('an acknowledged delivery can be repeated, as a retry, with an old signature', async () => {
  const { slack, ana, docs, requests } = await openHttpWorkspace(() => ({}))
  await slack.say({ user: ana, channel: docs, text: 'hello' })
  const id = slack.deliveries()[0]?.id ?? ''
  await slack.deliverAgain(id, { signedAgoMs: 600_000 })
  const [first, again] = requests
  if (!first || !again) throw new Error('It did not come twice')
  expect(again.headers).toMatchObject({ 'x-slack-retry-num': '1', 'x-slack-retry-reason': 'http_timeout' })
  expect(again.body).toBe(first.body)
  expect(again.headers['x-slack-signature']).toBe(signatureOf(slack.signingSecret, again))
  const signedAtS = (request: Request) => Number(request.headers['x-slack-request-timestamp'])
  expect(signedAtS(first) - signedAtS(again)).toBeGreaterThan(500)
})

it('a timeout is a reason too, and an app can ask for no retries', async () => {
  const noRetry = { status: 500, headers: { 'x-slack-no-retry': '1' } }
  const { slack, ana, docs, requests } = await openHttpWorkspace(
    (_request, count) => (count === 1 ? { silent: true } : noRetry),
    {
      redeliverAfterMs: 1_500
    }
  )
  await slack.say({ user: ana, channel: docs, text: 'hello' })
  await slack.waitFor(() => slack.deliveries()[0]?.state === 'given up', 'giving up')
  expect(requests[1]?.headers['x-slack-retry-reason']).toBe('http_timeout')
  expect(requests).toHaveLength(2)
})

it('a request URL is verified by its challenge', async () => {
  const workspace = await openHttpWorkspace(({ body }) => ({
    body: JSON.stringify({ challenge: JSON.parse(body).challenge })
  }))
  expect(await workspace.slack.verifyUrl(workspace.url)).toBe(true)
  const deaf = await openHttpWorkspace(() => ({ body: 'ok' }))
  expect(await deaf.slack.verifyUrl(deaf.url)).toBe(false)
})
