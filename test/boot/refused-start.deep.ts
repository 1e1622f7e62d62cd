import { createServer } from 'node:net'
import { expect, it } from 'vitest'
import { adminUrl } from '../support/admin-url.ts'
import { eventually } from '../support/eventually.ts'
import { freePort } from '../support/free-port.ts'
import { bringUpToDate } from '../support/newer-version.ts'
import { createFilledDataDir, giveCommand, type Office, openOffice } from '../support/office.ts'
import { runSql } from '../support/run-sql.ts'
import { serve } from '../support/serve.ts'
import { databasePid, isAlive, spawnBot } from '../support/spawned-bot.ts'
import { createTestDatabase } from '../support/test-database.ts'

const WITHIN_MS = 15_000

type Mistake = {
  what: string
  env: (office: Office, databaseUrl: string) => Record<string, string> | Promise<Record<string, string>>
  words: RegExp
}

const NO_ROOM = /^Agent Follow-up cannot use its database: .*too many connections.*DATABASE_URL/m

const mistakes: Mistake[] = [
  {
    what: 'a wrong bot token',
    env: () => ({ SLACK_BOT_TOKEN: 'xoxb-wrong' }),
    words: /^Agent Follow-up cannot sign in to Slack: .*invalid_auth.*SLACK_BOT_TOKEN/
  },
  {
    what: 'a wrong app token',
    env: () => ({ SLACK_APP_TOKEN: 'xapp-wrong' }),
    words: /^Agent Follow-up cannot connect to Slack: .*invalid_auth.*SLACK_APP_TOKEN/m
  },
  {
    what: 'a Slack that cannot be reached',
    env: async () => ({ SLACK_API_URL: `http://127.0.0.1:${await freePort()}/api/` }),
    words: /^Agent Follow-up cannot sign in to Slack: .*Check that this machine can reach Slack/
  },
  {
    what: 'a database that refuses connections',
    env: async () => ({ DATABASE_URL: `postgres://someone:secret@127.0.0.1:${await freePort()}/app` }),
    words: /^Agent Follow-up cannot use its database: .*ECONNREFUSED.*DATABASE_URL/
  },
  {
    what: 'a database that never answers',
    env: async () => ({ DATABASE_URL: `postgres://someone:secret@127.0.0.1:${await silentPort()}/app` }),
    words: /^Agent Follow-up cannot use its database: .*timeout.*DATABASE_URL/
  },
  {
    what: 'a database with room for one connection',
    env: (_, databaseUrl) => leaveRoomFor(1, databaseUrl),
    words: NO_ROOM
  },
  {
    what: 'tables that belong to another role',
    env: (_: Office, url: string) => alter(url, 'schema followup owner to postgres'),
    words: /^Agent Follow-up cannot use its database: .*permission denied for schema followup.*DATABASE_URL/m
  },
  {
    what: 'a database that a newer version has changed',
    env: async (_, databaseUrl) => {
      await bringUpToDate(databaseUrl)
      return {}
    },
    words: /^The database needs Agent Follow-up 99\.0\.0, and this is \d/
  },
  {
    what: 'plain http to a remote agent service',
    env: () => ({ AGENT_API_URL: 'http://agent.example.com' }),
    words: /AGENT_API_URL is plain http: the key would be sent unencrypted/
  },
  {
    what: 'a port in use, over Socket Mode',
    env: async () => ({ PORT: String(await silentPort()) }),
    words: /^Agent Follow-up cannot listen on port \d+: .*Set PORT to a free port/
  },
  {
    what: 'a port in use, over HTTP',
    env: async ({ slack }) => ({
      SLACK_APP_TOKEN: '',
      SLACK_SIGNING_SECRET: slack.signingSecret,
      PORT: String(await silentPort())
    }),
    words: /^Agent Follow-up cannot listen on port \d+: .*Set PORT to a free port/
  }
]

it.for(mistakes)('exits soon with one clear message about $what', async ({ env, words }) => {
  const office = await openOffice()
  const { url } = await createTestDatabase()
  const bot = spawnBot({ ...office.env, DATABASE_URL: url, LOG_LEVEL: 'error', ...(await env(office, url)) })
  const { code, afterMs } = await bot.exited
  expect(bot.output()).toMatch(words)
  expect(code).toBe(1)
  expect(afterMs).toBeLessThan(WITHIN_MS)
  expect(bot.output()).not.toMatch(/^\s+at /m)
  expect(bot.output()).not.toContain('secret')
  expect(office.agent.requests()).toEqual([])
})

it.for([2, 3])('works, or exits with one clear message, on a database with room for %i connections', async room => {
  const office = await openOffice()
  const { url } = await createTestDatabase()
  const bot = spawnBot({ ...office.env, DATABASE_URL: url, LOG_LEVEL: 'error', ...(await leaveRoomFor(room, url)) })
  const isDecided = async () => bot.hasEnded() || (await bot.probe('/readyz')) === 200
  await eventually(isDecided, 'the bot to be ready or to exit', { describe: bot.output })
  if (bot.hasEnded()) return expect(bot.output()).toMatch(NO_ROOM)
  office.agent.addJob({ id: 'job_8f2' })
  await giveCommand(office, 'job_8f2 go on')
  await office.agent.waitFor(() => office.agent.sends().length === 1, 'the POST')
})

it('stops its embedded database when the start fails', async () => {
  const office = await openOffice()
  const dataDir = await createFilledDataDir()
  const bot = spawnBot({ ...office.env, DATA_DIR: dataDir, SLACK_APP_TOKEN: 'xapp-wrong' })
  expect(await bot.exited).toMatchObject({ code: 1 })
  const pid = await databasePid(dataDir)
  expect(pid !== undefined && (await isAlive(pid))).toBe(false)
})

const leaveRoomFor = (connections: number, databaseUrl: string) =>
  alter(databaseUrl, `database ${new URL(databaseUrl).pathname.slice(1)} connection limit ${connections}`)

async function alter(databaseUrl: string, what: string): Promise<Record<string, string>> {
  await runSql(adminUrl(databaseUrl), `alter ${what}`)
  return {}
}

/** A port that accepts connections and says nothing. */
async function silentPort(): Promise<number> {
  return serve(createServer())
}
