import { createServer, type RequestListener } from 'node:http'
import { expect, it } from 'vitest'
import { SlackUnclear } from '../../src/slack/slack-failure.ts'
import { serve } from '../support/serve.ts'
import { slackAt } from './start-slack.ts'

async function post(answer: RequestListener) {
  const paths: (string | undefined)[] = []
  const server = createServer((request, response) => {
    paths.push(request.url)
    answer(request, response)
  })
  const url = `http://127.0.0.1:${await serve(server)}`
  const posting = slackAt(`${url}/api/`, { timeoutMs: 2_000 }).respond(`${url}/response`, { text: 'Hello', blocks: [] })
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
