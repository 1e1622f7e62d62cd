import { chmod, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { createStandInGithub } from '../../sandbox/host/stand-in-github.ts'
import { ALL_SCOPES } from '../../sandbox/slack/announce-event.ts'
import { startEmbeddedServer } from '../../src/database/server/embedded-server.ts'
import { programOf } from '../support/bot-program.ts'
import { freePort } from '../support/free-port.ts'
import { bringUpToDate } from '../support/newer-version.ts'
import {
  createDataDir,
  createFilledDataDir,
  giveCommand,
  type Office,
  type OfficeOptions,
  openOffice
} from '../support/office.ts'
import { findOrdinaryUser, runAs } from '../support/other-users.ts'
import { runSql } from '../support/run-sql.ts'
import { serve } from '../support/serve.ts'
import { mayOpenSmallDisk, openSmallDisk } from '../support/small-disk.ts'
import { databasePid, spawnBot } from '../support/spawned-bot.ts'
import { createTestDatabase } from '../support/test-database.ts'

const SKEW_CLOCK = fileURLToPath(new URL('../chaos/skew-clock.ts', import.meta.url))
const PAIR = new URL('../support/throwaway-certificate/', import.meta.url)

/** What the doctor says, by its signs. */
async function examine(env: Record<string, string>, first?: string) {
  const doctor = spawnBot(env, { entry: programOf('doctor'), ...(first && { first }) })
  const { code } = await doctor.exited
  const lines = doctor.output().trimEnd().split('\n')
  const secrets = [env.SLACK_BOT_TOKEN, env.SLACK_APP_TOKEN, env.AGENT_API_KEY, env.GITHUB_TOKEN].filter(Boolean)
  for (const secret of secrets) expect(doctor.output()).not.toContain(secret)
  const of = (sign: string) => lines.filter(line => line.startsWith(`${sign} `)).map(line => line.slice(2))
  expect([...of('✓'), ...of('✗'), ...of('?')]).toHaveLength(lines.length)
  return { code, fine: of('✓'), wrong: of('✗'), unseen: of('?') }
}

type Broken = {
  what: string
  office?: OfficeOptions
  spoil?: (office: Office, url: string) => Promise<Record<string, string>> | Record<string, string> | undefined
  first?: string
  wrong: RegExp[]
}

const broken: Broken[] = [
  {
    what: 'a wrong bot token',
    spoil: () => ({ SLACK_BOT_TOKEN: 'xoxb-wrong' }),
    wrong: [/^Agent Follow-up cannot sign in to Slack: .*invalid_auth — Copy SLACK_BOT_TOKEN again/]
  },
  {
    what: 'a revoked bot token',
    spoil: ({ slack }) => void slack.revokeToken('bot'),
    wrong: [/^Agent Follow-up cannot sign in to Slack: .*token_revoked — Copy SLACK_BOT_TOKEN again/]
  },
  {
    what: 'a wrong app token',
    spoil: () => ({ SLACK_APP_TOKEN: 'xapp-wrong' }),
    wrong: [/^Agent Follow-up cannot connect to Slack: .*invalid_auth — Copy SLACK_APP_TOKEN again/]
  },
  {
    what: 'missing scopes',
    office: { slack: { botScopes: ALL_SCOPES.filter(scope => !/^(reactions|users|files):/.test(scope)) } },
    wrong: [
      /^The app lacks files:read and reactions:write and users:read — add it under OAuth & Permissions and reinstall the app/
    ]
  },
  {
    what: 'a clock that is off',
    spoil: () => ({ CLOCK_SKEW_MS: String(-10 * 60_000) }),
    first: SKEW_CLOCK,
    wrong: [/^Slack’s clock is 10 min ahead of this machine’s — .*NTP/, /^The database’s clock is 10 min ahead/]
  },
  {
    what: 'a wrong key',
    spoil: () => ({ AGENT_API_KEY: 'wrong-key' }),
    wrong: [/^The agent service refuses AGENT_API_KEY: Unauthorized — set a new one$/]
  },
  {
    what: 'a key of another project',
    spoil: ({ agent }) => void agent.fail('read', { status: 403, body: '{"error":"Not your project"}' }),
    wrong: [/^AGENT_API_KEY is not for \S+: Not your project — check the id of the project$/]
  },
  {
    what: 'the wrong project',
    spoil: async (_, url) => {
      await runSql(url, `insert into followup.task (owner, name, data, due_at_ms) values ('p_old', 'show', '{}', 1)`)
      return {}
    },
    wrong: [/^Work for project p_old has been due for .* — check that a bot serves it, and read its log$/]
  },
  {
    what: 'an address that is not the agent service’s',
    spoil: async () => {
      const port = await serve(createServer((_, response) => response.writeHead(404).end('<h1>Not found</h1>')))
      return { AGENT_API_URL: `http://127.0.0.1:${port}` }
    },
    wrong: [/^AGENT_API_URL leads to no agent service: it answered 404/]
  },
  {
    what: 'a proxy that refuses',
    spoil: async () => {
      const proxy = createServer().on('connect', (_, socket) => socket.end('HTTP/1.1 403 Forbidden\r\n\r\n'))
      const HTTPS_PROXY = `http://127.0.0.1:${await serve(proxy)}`
      return { HTTPS_PROXY, SLACK_API_URL: 'https://slack.invalid/api/', AGENT_API_URL: 'https://agent.invalid' }
    },
    wrong: ['cannot sign in to Slack', 'cannot connect to Slack', 'AGENT_API_URL does not work'].map(
      what => new RegExp(`${what}: .*the proxy answered 403 — have the proxy let the bot through`)
    )
  },
  {
    what: 'a certificate that nobody vouches for',
    spoil: async () => {
      const [cert, key] = await Promise.all(['certificate.pem', 'key.pem'].map(file => readFile(new URL(file, PAIR))))
      const port = await serve(createHttpsServer({ cert, key }, (_, response) => response.end()))
      return { AGENT_API_URL: `https://localhost:${port}` }
    },
    wrong: [/^AGENT_API_URL does not work: .*SELF_SIGNED.* — name your company’s certificate in NODE_EXTRA_CA_CERTS/]
  },
  {
    what: 'a database that is away',
    spoil: async () => ({ DATABASE_URL: `postgres://someone:hidden@127.0.0.1:${await freePort()}/app` }),
    wrong: [/^Agent Follow-up cannot use its database: Error: connect ECONNREFUSED.* — Check DATABASE_URL/]
  },
  {
    what: 'tables that a newer version has changed',
    spoil: async (_, url) => {
      await bringUpToDate(url)
      return {}
    },
    wrong: [/^The database needs Agent Follow-up 99\.0\.0, and this is [\d.]+ — start that version/]
  },
  {
    what: 'a database of another workspace',
    spoil: async (_, url) => {
      await runSql(url, `insert into followup.project (project_id, team_id) values ('p_other', 'T0OTHER')`)
      return {}
    },
    wrong: [/^This database belongs to the Slack workspace T0OTHER, .* — Give each workspace its own database/]
  },
  {
    what: 'a database that can only be read',
    spoil: async (_, url) => {
      await runSql(url, `alter database "${new URL(url).pathname.slice(1)}" set default_transaction_read_only = on`)
      return {}
    },
    wrong: [/^The database can only be read — let the bot write to it$/]
  },
  {
    what: 'a folder in which nobody can write',
    spoil: async () => {
      const file = `${await createDataDir()}/a-file`
      await writeFile(file, '')
      return { DATABASE_URL: '', DATA_DIR: `${file}/data` }
    },
    wrong: [/^DATA_DIR cannot be written to: .*ENOTDIR.* — choose another folder, or set DATABASE_URL$/]
  },
  {
    what: 'settings that are missing and wrong',
    spoil: () => ({
      SLACK_BOT_TOKEN: '',
      AGENT_API_KEY: '',
      AGENT_API_KEY_FILE: '/run/no-such-secret',
      PORT: 'three thousand',
      METRICS: 'yes',
      DATABASE_URL: 'mysql://hidden@nowhere'
    }),
    wrong: [
      /^AGENT_API_KEY cannot be read from the file that AGENT_API_KEY_FILE names \(ENOENT\) — check its path, and who may read it$/,
      /^SLACK_BOT_TOKEN is missing — api\.slack\.com\/apps → /,
      /^PORT is not a whole number between 0 and 65535 — your host sets it/,
      /^METRICS is not 'on' or 'off' — see docs\/configuration\.md$/,
      /^DATABASE_URL is not a postgres:\/\/ address/
    ]
  }
]

it.for(broken)('names $what, and nothing else', async ({ office: options, spoil, first, wrong }) => {
  const office = await openOffice(options)
  const { url } = await createTestDatabase()
  const found = await examine({ ...office.env, DATABASE_URL: url, ...(await spoil?.(office, url)) }, first)
  expect(found.wrong).toEqual(wrong.map(line => expect.stringMatching(line)))
  expect(found.code).toBe(1)
})

const nobody = await findOrdinaryUser()

it.runIf(nobody)('names a .env that it may not read', async () => {
  const folder = await createDataDir()
  await chmod(folder, 0o755)
  await writeFile(`${folder}/.env`, 'SLACK_BOT_TOKEN=xoxb-canary', { mode: 0o600 })
  const said = await runAs(nobody ?? { uid: 0, gid: 0 }, folder, programOf('doctor')).catch(({ stdout }) => stdout)
  expect(said).toContain(
    '✗ .env cannot be read by the account that runs this (EACCES) — check its path, and who may read it\n'
  )
})

const mayMount = await mayOpenSmallDisk()

it.runIf(mayMount)('names a disk that is full', async () => {
  const { env } = await openOffice()
  const { folder, close } = await openSmallDisk(1)
  onTestFinished(close)
  const found = await examine({ ...env, DATA_DIR: folder })
  expect(found.wrong).toEqual(['The disk of DATA_DIR has 1 MB left — free up disk space'])
})

const ARRIVED = /^The latest (command|message) came from Slack/

it('tells whether Slack delivers replies, from what a bot has had', async () => {
  for (const [botEvents, arrived, wrong] of [
    [undefined, 2, []],
    [['app_home_opened'], 1, [expect.stringMatching(/^No message has ever come.* — Event Subscriptions must/)]]
  ] as const) {
    const office = await openOffice({ slack: botEvents && { botEvents: [...botEvents] } })
    const env = { ...office.env, DATABASE_URL: (await createTestDatabase()).url }
    office.agent.addJob({ id: 'job_8f2' })
    const before = await examine(env)
    expect(before.wrong).toEqual([])
    expect(before.unseen).toContainEqual(expect.stringMatching(/^No message has ever come from Slack — if you/))
    const bot = spawnBot(env)
    await bot.waitUntilReady()
    await giveCommand(office, 'job_8f2 go on')
    await office.agent.waitFor(() => office.agent.sends().length === 1, 'the POST')
    await office.slack.deliveriesDone()
    const found = await examine(env)
    expect(found.wrong).toEqual(wrong)
    expect(found.fine.filter(line => ARRIVED.test(line))).toHaveLength(arrived)
    bot.kill('SIGTERM')
    await bot.exited
  }
})

it('says who may use the bot, and looks at no disk where the database is elsewhere', async () => {
  const { env } = await openOffice()
  const database = { DATABASE_URL: (await createTestDatabase()).url, DATA_DIR: '/proc/none' }
  const { fine, wrong } = await examine({ ...env, ...database })
  expect(wrong).toEqual([])
  expect(fine).toContain('Who may use the bot: every full member; in which channels: all')
  const listed = { ALLOWED_USERS: 'U0ANA,U0BEN', ALLOWED_CHANNELS: 'C0DOCS' }
  expect((await examine({ ...env, ...database, ...listed })).fine).toContain(
    'Who may use the bot: 2 listed; in which channels: 1 listed'
  )
})

it('takes no key for accepted where any key is', async () => {
  const { env } = await openOffice()
  const port = await serve(createServer((_, answer) => answer.writeHead(404).end('{"error":"Job not found"}')))
  const found = await examine({
    ...env,
    DATABASE_URL: (await createTestDatabase()).url,
    AGENT_API_URL: `http://127.0.0.1:${port}`
  })
  expect(found.unseen).toContain(
    'AGENT_API_URL gives a wrong key the same answer — check that it is the agent service’s'
  )
  expect(found.fine.filter(line => line.startsWith('The agent service accepts'))).toEqual([])
})

it('finds nothing wrong where nothing is, and says what cannot be seen from here', async () => {
  const { env } = await openOffice()
  const github = await createStandInGithub()
  onTestFinished(() => github.stop())
  const withGithub = { ...env, GITHUB_TOKEN: github.token, GITHUB_API_URL: github.url }
  const dataDir = await createFilledDataDir()
  onTestFinished((await startEmbeddedServer(dataDir)).stop)
  const running = await examine({ ...withGithub, DATA_DIR: dataDir })
  expect(running).toMatchObject({ code: 0, wrong: [] })
  expect(running.fine).toContain('GitHub accepts GITHUB_TOKEN')
  expect(running.unseen).toEqual([expect.stringMatching(/: the database has no tables yet — start the bot$/)])
  const stopped = await createFilledDataDir()
  const found = await examine({ ...withGithub, GITHUB_TOKEN: 'wrong', DATA_DIR: stopped })
  expect(found.wrong).toEqual([expect.stringMatching(/^GitHub refuses GITHUB_TOKEN/)])
  expect(found.unseen).toEqual([
    expect.stringMatching(/: no database runs in \/.* — start the bot, or set DATA_DIR as for the bot$/)
  ])
  expect(await databasePid(stopped)).toBeUndefined()
})
