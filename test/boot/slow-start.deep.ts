import { createServer, type ServerResponse } from 'node:http'
import { createServer as createSilentServer } from 'node:net'
import { expect, it } from 'vitest'
import { moveAway } from '../support/distant-server.ts'
import { eventually } from '../support/eventually.ts'
import { createFilledDataDir, type Office, openOffice } from '../support/office.ts'
import { serve } from '../support/serve.ts'
import { databasePid, isAlive, type SpawnedBot, spawnBot } from '../support/spawned-bot.ts'
import { createTestDatabase } from '../support/test-database.ts'

const SECONDS = 1_000

type Settings = (office: Office, databaseUrl: string) => Promise<Record<string, string>>

const slowly: Settings = async (_, url) => ({ DATABASE_URL: await moveAway(url, 2 * SECONDS) })

const WAITS: [what: string, env: Settings][] = [
  ['Slack, which asks it to wait,', () => slackThat(askToWait)],
  ['Slack, which says nothing,', () => slackThat(() => {})],
  ['a connection to Slack, which asks it to wait,', office => slackThat(askOfSocketsToWait(office))],
  ['a database that answers slowly', slowly]
]

it.for(WAITS)('says that it waits for %s and ends at once when asked to', async ([, env]) => {
  const bot = await startWith(env)
  await eventually(() => bot.output().includes('Still starting'), 'the bot to say so', { describe: bot.output })
  await endAtOnce(bot)
})

it('ends at once while its database says nothing', async () => {
  const asked = Promise.withResolvers<void>()
  const port = await serve(createSilentServer(() => asked.resolve()))
  const bot = await startWith(async () => ({ DATABASE_URL: `postgres://someone:secret@127.0.0.1:${port}/app` }))
  await asked.promise
  await endAtOnce(bot)
})

it('leaves no embedded database behind when it is ended while that starts', async () => {
  const { env } = await openOffice()
  const dataDir = await createFilledDataDir()
  const bot = spawnBot({ ...env, DATA_DIR: dataDir })
  const pid = await eventually(() => databasePid(dataDir), 'the database to start')
  await endAtOnce(bot)
  expect(await isAlive(pid)).toBe(false)
})

it('does not start on a database that answers too slowly', async () => {
  const bot = await startWith(slowly)
  expect(await bot.exited).toMatchObject({ code: 1 })
  expect(bot.output()).toMatch(/^Agent Follow-up cannot use its database: .*timeout.* answers within a second/m)
})

async function startWith(env: Settings): Promise<SpawnedBot> {
  const office = await openOffice()
  const { url } = await createTestDatabase()
  return spawnBot({ ...office.env, DATABASE_URL: url, ...(await env(office, url)) })
}

async function endAtOnce(bot: SpawnedBot): Promise<void> {
  bot.kill('SIGTERM')
  const askedAt = performance.now()
  expect(await bot.exited).toMatchObject({ code: 0 })
  expect(performance.now() - askedAt).toBeLessThan(5 * SECONDS)
  expect(bot.output()).not.toContain('unhandledRejection')
}

type Answer = (response: ServerResponse, path: string) => void

const askToWait: Answer = response =>
  response.writeHead(429, { 'retry-after': '600' }).end('{"ok":false,"error":"ratelimited"}')

/** Says who the bot is, as Slack would, and nothing after that. */
const askOfSocketsToWait =
  ({ slack }: Office): Answer =>
  async (response, path) => {
    if (path.includes('apps.connections.open')) return askToWait(response, path)
    const headers = { authorization: `Bearer ${slack.botToken}` }
    const answer = await fetch(`${slack.apiUrl}auth.test`, { method: 'POST', headers })
    response.writeHead(200, { 'content-type': 'application/json' }).end(await answer.text())
  }

const slackThat = async (answer: Answer) => {
  const server = createServer((request, response) => answer(response, request.url ?? ''))
  return { SLACK_API_URL: `http://127.0.0.1:${await serve(server)}/api/` }
}
