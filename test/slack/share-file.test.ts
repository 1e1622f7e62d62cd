import { createServer } from 'node:http'
import { expect, it } from 'vitest'
import { createAgents } from '../../src/proxy.ts'
import { createSlackClient } from '../../src/slack/slack-client.ts'
import { createSlackLogger } from '../../src/slack/slack-logger.ts'
import { serve } from '../support/serve.ts'
import { startSlack } from './start-slack.ts'

const FILE = { name: 'log.csv', title: 'Log', content: 'Who,What\r\nÁna,a\r\n' }

it('shows a file in a conversation, and counts its bytes rather than its characters', async () => {
  const { stand, slack, ana } = await startSlack()
  const direct = stand.directChannel(ana).id
  expect(await slack.shareFile(direct, FILE)).toBe('shared')
  expect(stand.messages(direct)).toMatchObject([{ files: [{ name: 'log.csv', title: 'Log', size: 18 }] }])
})

/** The app's client, for a Slack that answers everything like this; and the requests that came without a token. */
async function startWith(uploadUrl: (host: string) => string) {
  const seen: string[] = []
  const server = createServer(({ url = '', headers }, response) => {
    if (headers.authorization === undefined) seen.push(url)
    const answer = { ok: true, upload_url: uploadUrl(headers.host ?? ''), file_id: 'F1' }
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
  })
  const slack = createSlackClient({
    agents: createAgents(),
    botToken: 'xoxb-1',
    botUserId: 'U1',
    apiUrl: `http://127.0.0.1:${await serve(server)}/api/`,
    logger: createSlackLogger({ warn: () => {}, error: () => {} })
  })
  return { slack, seen }
}

it('sends nothing to an address that is not Slack’s', async () => {
  let hits = 0
  const elsewhere = await serve(createServer((_, response) => response.end(String(++hits))))
  const { slack } = await startWith(() => `http://127.0.0.1:${elsewhere}/upload`)
  await expect(slack.shareFile('D1', FILE)).rejects.toThrow('Slack refused: upload_url is not from Slack')
  expect(hits).toBe(0)
})

it('sends the bytes without the token', async () => {
  const { slack, seen } = await startWith(host => `http://${host}/upload`)
  expect(await slack.shareFile('D1', FILE)).toBe('shared')
  expect(seen).toEqual(['/upload'])
})
