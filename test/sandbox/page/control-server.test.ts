import { request } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createSandbox, type Sandbox } from '../../../sandbox/sandbox.ts'
import { BOT_PROGRAM } from '../../support/bot-program.ts'
import { createTestDatabase } from '../../support/test-database.ts'

type Asked = { path: string; method?: string; headers?: Record<string, string>; body?: string }
type Answer = { status: number; body: string; headers: Record<string, unknown> }

/** Exactly as written: fetch would normalise the path, and would not lie about the host. */
function ask(url: string, { path, method = 'GET', headers = {}, body }: Asked): Promise<Answer> {
  return new Promise((done, failed) => {
    const { port } = new URL(url)
    const asked = request({ host: '127.0.0.1', port, path, method, headers }, response => {
      let text = ''
      response.setEncoding('utf8').on('data', chunk => {
        text += chunk
      })
      response.on('end', () => done({ status: response.statusCode ?? 0, body: text, headers: response.headers }))
    })
    asked.once('error', failed)
    asked.end(body)
  })
}

const opened = new AsyncDisposableStack()
let sandbox: Sandbox
beforeAll(async () => {
  const { url } = await createTestDatabase(act => void opened.defer(act))
  sandbox = await createSandbox({ port: 0, databaseUrl: url, botProgram: BOT_PROGRAM })
  opened.defer(sandbox.stop)
})
afterAll(() => opened.disposeAsync())

const JSON_TYPE = { 'content-type': 'application/json' }

it('answers only requests to this machine’s own names, and only from its own page', async () => {
  const { url } = sandbox
  const { host, origin } = new URL(url)
  const read = (headers: Record<string, string>) => ask(url, { path: '/api/state', headers })
  expect((await read({ host })).status).toBe(200)
  expect((await read({ host: `localhost:${new URL(url).port}` })).status).toBe(200)
  expect((await read({ host: 'evil.example' })).status).toBe(403)
  expect((await read({ host: '127.0.0.1.evil.example' })).status).toBe(403)
  expect((await read({ host, origin: 'https://evil.example' })).status).toBe(403)
  const own = await read({ host, origin })
  expect(own.status).toBe(200)
  expect(own.headers).not.toHaveProperty('access-control-allow-origin')
})

it('carries out valid commands and says what is wrong with the others', async () => {
  const { url, slack } = sandbox
  const post = (path: string, body: string, headers: Record<string, string> = JSON_TYPE) =>
    ask(url, { path, method: 'POST', headers, body })

  const said = { do: 'say', user: 'U0ANA', channel: 'C0DOCS', text: 'from a script' }
  expect((await post('/api/slack', JSON.stringify(said))).status).toBe(200)
  expect(slack.messages('C0DOCS').at(-1)?.text).toBe('from a script')

  const refusals: [string, string, number, string, Record<string, string>?][] = [
    ['/api/slack', '{', 400, 'not JSON'],
    ['/api/slack', JSON.stringify({ do: 'dance' }), 400, 'do'],
    ['/api/slack', JSON.stringify({ ...said, extra: 1 }), 400, 'extra'],
    ['/api/slack', JSON.stringify({ ...said, user: 'U0NOBODY' }), 409, 'U0NOBODY'],
    ['/api/agent', JSON.stringify({ do: 'finish', id: 'job_none' }), 409, 'job_none'],
    ['/api/bot', JSON.stringify({ do: 'start' }), 409, 'already running'],
    ['/api/slack', JSON.stringify(said), 415, 'application/json', { 'content-type': 'text/plain' }],
    ['/api/slack', `"${'x'.repeat(1_100_000)}"`, 413, 'bytes'],
    ['/api/dance', '{}', 405, 'GET']
  ]
  for (const [path, body, status, words, headers] of refusals) {
    const answer = await post(path, body, headers)
    expect([path, answer.status]).toEqual([path, status])
    expect(answer.body).toContain(words)
  }
  expect((await ask(url, { path: '/api/bot' })).status).toBe(405)
})

it('serves the page and nothing else', async () => {
  const { url, agent } = sandbox
  const page = await ask(url, { path: '/' })
  expect(page.headers['content-security-policy']).toContain("default-src 'none'")
  const addresses = [...page.body.matchAll(/(?:href|src)="(\/[^"]+)"|"(\/library\/[^"]+)"/g)].map(
    ([, file, library]) => file ?? library ?? ''
  )
  for (const path of ['/gallery', ...addresses]) expect([path, (await ask(url, { path })).status]).toEqual([path, 200])
  const outside = [
    '/../main.ts',
    '/../../../package.json',
    '/..%2fmain.ts',
    '/%2e%2e/main.ts',
    '//etc/passwd',
    '/page.js/../../main.ts',
    '/library/../main.ts',
    '/api/nothing'
  ]
  for (const path of outside) expect([path, (await ask(url, { path })).status]).toEqual([path, 404])
  expect((await ask(url, { path: '/api/state' })).body).not.toContain(agent.apiKey)
})
