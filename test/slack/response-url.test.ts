import { createServer, type RequestListener } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { openPort } from '../../sandbox/shared/open-port.ts'
import { createSlackLogger } from '../../src/slack/bolt.ts'
import { createSlackClient } from '../../src/slack/slack-client.ts'
import { SlackUnclear } from '../../src/slack/slack-failure.ts'

async function post(answer: RequestListener) {
  const paths: (string | undefined)[] = []
  const server = createServer((request, response) => {
    paths.push(request.url)
    answer(request, response)
  })
  const port = await openPort(server)
  onTestFinished(port.close)
  const url = `http://127.0.0.1:${port.number}`
  const logger = createSlackLogger({ warn: () => {}, error: () => {} })
  const bot = { botToken: 'xoxb-1', botUserId: 'U0BOT', logger }
  const slack = createSlackClient({ ...bot, apiUrl: `${url}/api/`, timeoutMs: 2_000 })
  const posting = slack.respond(`${url}/response`, { text: 'Hello', blocks: [] })
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

it('does not wait for the end of an answer', async () => {
  const { outcome } = await post((_, response) => {
    response.on('error', () => {})
    const pour = () => {
      while (!response.destroyed && response.write('x'.repeat(10_000)));
      if (!response.destroyed) response.once('drain', pour)
    }
    pour()
  })
  expect(outcome).toBe('posted')
})

it('follows no redirect', async () => {
  const { outcome, paths } = await post((_, response) => response.writeHead(307, { location: '/elsewhere' }).end())
  expect(outcome).toEqual(new SlackUnclear('http 307'))
  expect(paths).toEqual(['/response'])
})
