import http, { type RequestListener } from 'node:http'
import https from 'node:https'
import { expect, it, onTestFinished } from 'vitest'
import { openPort } from '../../sandbox/shared/open-port.ts'
import { createPostToAddress } from '../../src/slack/post-to-address.ts'
import { SlackRefusal, SlackUnclear } from '../../src/slack/slack-failure.ts'

async function post(answer: RequestListener, address = '/response') {
  const paths: (string | undefined)[] = []
  const server = http.createServer((request, response) => {
    paths.push(request.url)
    answer(request, response)
  })
  const port = await openPort(server)
  onTestFinished(port.close)
  const agents = { http: new http.Agent(), https: new https.Agent() }
  const url = `http://127.0.0.1:${port.number}`
  const postToAddress = createPostToAddress({ apiUrl: `${url}/api/`, agents, timeoutMs: 2_000 })
  const posting = postToAddress(new URL(address, url).href, { text: 'Hello' })
  const outcome = await posting.then(
    () => 'posted',
    (error: unknown) => error
  )
  return { outcome, paths }
}

it('is done once Slack has said yes', async () => {
  const { outcome, paths } = await post((_, response) => response.end('ok'))
  expect(outcome).toBe('posted')
  expect(paths).toEqual(['/response'])
})

it('gives up on an answer that does not end', async () => {
  const { outcome } = await post((_, response) => {
    response.on('error', () => {})
    const pour = () => {
      while (!response.destroyed && response.write('x'.repeat(10_000)));
      if (!response.destroyed) response.once('drain', pour)
    }
    pour()
  })
  expect(outcome).toEqual(new SlackUnclear('too long an answer'))
})

it('follows no redirect', async () => {
  const { outcome, paths } = await post((_, response) => response.writeHead(307, { location: '/elsewhere' }).end())
  expect(outcome).toEqual(new SlackUnclear('http 307'))
  expect(paths).toEqual(['/response'])
})

it('goes nowhere else than to Slack', async () => {
  const { outcome, paths } = await post((_, response) => response.end('ok'), 'https://example.com/response')
  expect(outcome).toEqual(new SlackRefusal('response_url is not from Slack'))
  expect(paths).toEqual([])
})
