import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parseConfig } from '../src/config.ts'
import { createSecretSearch } from '../src/followups/model/find-secrets.ts'
import { complaint, GOOD, reportOf } from './support/complaint.ts'

describe('what must be set', () => {
  it('is enough', () => {
    const all = ['xoxb-canary-bot', 'xapp-canary-app', 'svc_canary-key']
    expect(parseConfig(GOOD)).toEqual({
      keys: { github: '', all },
      projects: [
        {
          name: 'project-1',
          projectId: 'project-1',
          hourlyLimit: 100,
          channels: new Set(),
          keys: { agent: 'svc_canary-key', all }
        }
      ],
      slack: {
        botToken: 'xoxb-canary-bot',
        transport: { kind: 'socket', appToken: 'xapp-canary-app' },
        apiUrl: 'https://slack.com/api/'
      },
      agent: {
        baseUrl: 'https://agents.example.com',
        jobPath: '/v2/agent/{projectId}/job/{jobId}',
        readsPerMinute: 6_000
      },
      followups: {
        sendsAbove: true,
        saysAuthor: false,
        retentionDays: 90,
        auditsWords: false,
        allowedChannels: new Set(),
        allowedUsers: new Set()
      },
      database: { dataDir: '.data' },
      host: undefined,
      proxy: undefined,
      secrets: 'refuse',
      passwords: expect.not.arrayContaining([expect.stringMatching(/./)]),
      port: 3000,
      metrics: false,
      logLevel: 'info'
    })
  })

  it('is reported all at once when nothing is set, with what each is and where to get it', () => {
    const report = reportOf({})
    expect(report).toContain('cannot start: 5 settings need your attention')
    for (const name of Object.keys(GOOD))
      expect(report).toMatch(new RegExp(`^  ${name} is missing.*\\n {6}.+\\n {6}Where: .+$`, 'm'))
  })

  it('counts as missing when it is empty or blank', () => {
    expect(complaint({ ...GOOD, AGENT_PROJECT_ID: '' }, 'AGENT_PROJECT_ID')).toBe('AGENT_PROJECT_ID is missing')
    expect(complaint({ ...GOOD, AGENT_API_KEY: '  ' }, 'AGENT_API_KEY')).toBe('AGENT_API_KEY is missing')
    expect(reportOf({ ...GOOD, AGENT_API_KEY: undefined })).toContain('cannot start: 1 setting needs')
  })
})

const PLAIN = 'is plain http: the token would be sent unencrypted (http is only allowed on loopback)'
const NOT_IN_HEADER = 'contains a space or another character that is not allowed in an HTTP header'
const TOO_MUCH = 'is more than the base address: remove /v2, ? or #, and everything after it'

it.each([
  ['SLACK_BOT_TOKEN', 'xapp-canary', 'does not start with xoxb-'],
  ['SLACK_APP_TOKEN', 'xoxb-canary', 'does not start with xapp-'],
  ['SLACK_API_URL', 'slack.com', 'is not an http(s) address'],
  ['SLACK_API_URL', 'http://slack.com/api/', PLAIN],
  ['PORT', 'http', 'is not a whole number between 0 and 65535'],
  ['PORT', '70000', 'is not a whole number between 0 and 65535'],
  ['AGENT_API_URL', 'agents.example.com', 'is not an http(s) address'],
  ['AGENT_API_URL', 'https://agents.example.com/api/v2/', TOO_MUCH],
  ['AGENT_API_URL', 'https://agents.example.com/v2/agent', TOO_MUCH],
  ['AGENT_API_URL', 'https://agents.example.com?team=1', TOO_MUCH],
  ['AGENT_API_KEY', 'two words', NOT_IN_HEADER],
  ['AGENT_API_KEY', 'schlüssel', NOT_IN_HEADER],
  ['AGENT_JOB_PATH', 'v2/job/{jobId}', 'does not start with /'],
  ['AGENT_JOB_PATH', '/v2/job', 'does not contain {jobId}'],
  ['AGENT_JOB_LINK', 'agents.example/{jobId}', 'is not an http(s) address'],
  ['AGENT_JOB_LINK', 'https://agents.example/job', 'must contain {jobId} exactly once'],
  ['GITHUB_TOKEN', 'two words', NOT_IN_HEADER],
  ['GITHUB_API_URL', 'http://github.example.com/api/v3', PLAIN],
  ['AGENT_HOURLY_LIMIT', '0', 'is not a whole number between 1 and 1000000'],
  ['AGENT_READS_PER_MINUTE', 'many', 'is not a whole number between 1 and 1000000'],
  ['DATABASE_URL', 'mysql://host/name', 'is not a postgres:// address'],
  ['ALLOWED_CHANNELS', 'C024BE91L,#docs', 'contains something that is not an id like C024BE91L'],
  ['ALLOWED_USERS', 'U024BE7LH ana', 'contains something that is not an id like U024BE7LH'],
  ['LOG_LEVEL', 'loud', 'is not a log level']
])('%s=%j: it %s', (name, value, words) => {
  expect(complaint({ ...GOOD, [name]: value }, name)).toBe(`${name} ${words}`)
})

describe('how Slack reaches the bot', () => {
  const both = { ...GOOD, SLACK_SIGNING_SECRET: 'canary-secret' }
  const socket = { kind: 'socket', appToken: 'xapp-canary-app' }
  const http = { kind: 'http', signingSecret: 'canary-secret' }

  it.each([
    ['an app token alone', GOOD, socket],
    ['a signing secret alone', { ...both, SLACK_APP_TOKEN: undefined }, http],
    ['both', both, socket]
  ])('%s', (_, env, transport) => {
    expect(parseConfig(env).slack.transport).toEqual(transport)
  })
})

describe('what may be left unset', () => {
  it('lists of ids are split at commas, spaces and line ends', () => {
    const env = { ...GOOD, ALLOWED_CHANNELS: ' C0AAA1,G0BBB2\n D0CCC3,,', ALLOWED_USERS: 'U0AAA1 W0BBB2' }
    const { allowedChannels, allowedUsers } = parseConfig(env).followups
    expect([...allowedChannels]).toEqual(['C0AAA1', 'G0BBB2', 'D0CCC3'])
    expect([...allowedUsers]).toEqual(['U0AAA1', 'W0BBB2'])
  })

  it('numbers, paths and addresses are used as given', () => {
    const config = parseConfig({
      ...GOOD,
      SLACK_API_URL: 'http://127.0.0.1:5000/api',
      PORT: '0',
      AGENT_HOURLY_LIMIT: '5',
      AGENT_READS_PER_MINUTE: '60',
      AGENT_JOB_PATH: '/jobs/{jobId}',
      AGENT_JOB_LINK: 'https://agents.example/jobs/{jobId}',
      DATA_DIR: '/var/lib/followup',
      LOG_LEVEL: 'debug'
    })
    expect(config).toMatchObject({
      slack: { apiUrl: 'http://127.0.0.1:5000/api/' },
      agent: { readsPerMinute: 60, jobPath: '/jobs/{jobId}' },
      followups: { jobLink: 'https://agents.example/jobs/{jobId}' },
      database: { dataDir: '/var/lib/followup' },
      port: 0,
      logLevel: 'debug'
    })
  })

  it('a shared database takes precedence over an embedded one', () => {
    const url = 'postgres://user:canary@db.example/followup'
    expect(parseConfig({ ...GOOD, DATABASE_URL: url, DATA_DIR: '/data' }).database).toMatchObject({ url })
  })
})

it('the report names all that is wrong or missing, and repeats no secret', () => {
  const report = reportOf({
    SLACK_BOT_TOKEN: 'xapp-canary',
    SLACK_APP_TOKEN: 'xoxb-canary',
    SLACK_SIGNING_SECRET: 'canary',
    AGENT_API_URL: 'http://canary:canary@agents.example.com',
    AGENT_API_KEY: 'canary key',
    DATABASE_URL: 'mysql://user:canary@host/name',
    ALLOWED_USERS: 'canary'
  })
  expect(report).toContain('7 settings need')
  for (const name of ['SLACK_BOT_TOKEN', 'AGENT_PROJECT_ID', 'ALLOWED_USERS']) expect(report).toContain(`  ${name} `)
  expect(report).not.toContain('canary')
})

describe('the bot’s own secrets', () => {
  const env = {
    ...GOOD,
    SLACK_SIGNING_SECRET: 'canary0signing',
    GITHUB_TOKEN: 'canary0github',
    DATABASE_URL: 'postgres://followup:canary%23db@db/followup?password=canary0query',
    HTTPS_PROXY: 'http://ana:canary0proxy@proxy:3128'
  }
  const holds = (words: string, changed = {}) => {
    const config = parseConfig({ ...env, ...changed, SECRETS: 'send' })
    return createSecretSearch(config)(words).length > 0
  }

  it.each([
    GOOD.SLACK_BOT_TOKEN,
    GOOD.SLACK_APP_TOKEN,
    env.SLACK_SIGNING_SECRET,
    GOOD.AGENT_API_KEY,
    env.GITHUB_TOKEN,
    'canary#db',
    'canary%23db',
    'canary0query',
    'canary0proxy'
  ])('are known again in other words, also in pieces: %s', secret => {
    const inPieces = (between: string) => `use ${[...secret].join(between)}, please`
    for (const between of ['', ' ', '\n', '\u200b', '\u00ad', '\ufeff', '\u2060', '\u{e0020}'])
      expect(holds(inPieces(between))).toBe(true)
    expect(holds(`use ${secret.slice(0, -1)}, please`)).toBe(false)
  })

  it.each(['short', '7chars!', 'followup', 'postgres', 'password'])(
    'are no common words, nor fewer than eight characters: %s',
    password => {
      const words = `write down why the follow-up to ${password} failed`
      expect(holds(words, { DATABASE_URL: `postgres://followup:${password}@db/followup` })).toBe(false)
    }
  )

  it('are none where none is set', () => {
    expect(createSecretSearch({ secrets: 'send', keys: { all: [''] }, passwords: [] })('')).toEqual([])
  })
})

describe('a secret in a file of its own', () => {
  const KEY_FILE = { ...GOOD, AGENT_API_KEY: undefined }

  it('is read from there, without the line break at its end', async () => {
    const path = await fileWith('svc_canary-from-file\n')
    expect(parseConfig({ ...KEY_FILE, AGENT_API_KEY_FILE: path }).projects[0].keys.agent).toBe('svc_canary-from-file')
  })

  it('is reported when it is missing, empty or set twice, and never repeated', async () => {
    const path = await fileWith('')
    const words = (env: object) => complaint({ ...KEY_FILE, ...env }, 'AGENT_API_KEY')
    expect(words({ AGENT_API_KEY_FILE: 'canary-key' })).toBe(
      'AGENT_API_KEY cannot be read from the file that AGENT_API_KEY_FILE names (ENOENT)'
    )
    expect(words({ AGENT_API_KEY_FILE: path })).toBe('AGENT_API_KEY is empty in the file that AGENT_API_KEY_FILE names')
    expect(words({ AGENT_API_KEY: 'svc_canary', AGENT_API_KEY_FILE: path })).toBe(
      'AGENT_API_KEY is set twice: here and by AGENT_API_KEY_FILE'
    )
  })
})

async function fileWith(text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'secret-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'key')
  await writeFile(path, text)
  return path
}

describe('the address of the agent service', () => {
  it.each(['http://127.0.0.1:4000', 'http://localhost:4000', 'http://LOCALHOST', 'http://[::1]:4000'])(
    'may be plain http on loopback: %s',
    address => {
      expect(parseConfig({ ...GOOD, AGENT_API_URL: address }).agent.baseUrl).toBe(address)
    }
  )

  it.each([
    'http://agents.example.com',
    'HTTP://agents.example.com',
    'http://10.0.0.1',
    'http://localhost.example.com',
    'http://127.0.0.1.example.com',
    'http://127.0.0.1@agents.example.com',
    'http://0.0.0.0'
  ])('is refused where the key would be sent unencrypted: %s', address => {
    expect(complaint({ ...GOOD, AGENT_API_URL: address }, 'AGENT_API_URL')).toContain('is plain http')
  })

  it.each(['https://a.example', 'https://a.example/', 'https://a.example//'])('%s is the same address', address => {
    expect(parseConfig({ ...GOOD, AGENT_API_URL: address }).agent.baseUrl).toBe('https://a.example')
  })

  it('keeps its path', () => {
    expect(parseConfig({ ...GOOD, AGENT_API_URL: 'https://a.example/api/' }).agent.baseUrl).toBe(
      'https://a.example/api'
    )
  })
})

it('looks at pull requests only with a token, on github.com unless told', () => {
  expect(parseConfig({ ...GOOD, GITHUB_API_URL: 'https://ghe.example.com/api/v3' }).github).toBeUndefined()
  expect(parseConfig({ ...GOOD, GITHUB_TOKEN: 'ghp_canary' }).github).toMatchObject({
    apiUrl: 'https://api.github.com'
  })
  const elsewhere = { ...GOOD, GITHUB_TOKEN: 'ghp_canary', GITHUB_API_URL: 'https://ghe.example.com/api/v3/' }
  expect(parseConfig(elsewhere).github?.apiUrl).toBe('https://ghe.example.com/api/v3')
})

describe('a file of several projects', () => {
  const NONE = { ...GOOD, AGENT_PROJECT_ID: '', AGENT_API_KEY: '' }
  const KEYS = { ONE: 'svc_canary-one', TWO: 'svc_canary-two' }
  const problemsOf = async (text: string, more = {}) =>
    reportOf({ ...NONE, ...more, ...KEYS, PROJECTS_FILE: await fileWith(text) })
      .split('\n')
      .flatMap(line => / {2}(?:PROJECTS_FILE |(?=AGENT_))(.+)/.exec(line)?.[1] ?? [])
  const one = '- {name: One, id: p1, key: ONE}'
  const two = '- {name: Two, id: 77e2, key: TWO, channels: [C024BE91L]}'
  const LIMIT = 'project 2: hourlyLimit is not a whole number between 1 and 1000000'
  const KEYLESS =
    'project 1: key must be the name of a setting that holds a key: set that, or the same with _FILE, not both'
  const both = (first: string, second: string) => `projects:\n  ${first}\n  ${second}\n`

  it('gives each its key, its hour and its channels', async () => {
    const { projects, keys } = parseConfig({ ...NONE, ...KEYS, PROJECTS_FILE: await fileWith(both(one, two)) })
    expect(projects).toMatchObject([
      { name: 'One', projectId: 'p1', hourlyLimit: 100, keys: { agent: 'svc_canary-one' } },
      { name: 'Two', projectId: '77e2', channels: new Set(['C024BE91L']), keys: { agent: 'svc_canary-two' } }
    ])
    expect(keys.all).toEqual(expect.arrayContaining(['svc_canary-one', 'svc_canary-two']))
  })

  it.each<[string, string, string]>([
    ['a list of nothing', 'projects: []', 'projects is empty'],
    ['something else', 'svc_canary-key', 'is not as docs/configuration.md shows it'],
    ['what is no YAML', 'projects: [\n', 'is not YAML: line 2'],
    ['a project without a name', both('- {id: p1, key: ONE}', two), 'project 1: name is missing'],
    ['a key that is not there', both('- {name: One, id: p1, key: svc_canary-key}', two), KEYLESS],
    ['the name of a setting that is not for it', both(one.replace('ONE', 'AGENT_API_KEY'), two), KEYLESS],
    [
      'a misspelt field',
      both('- {name: One, id: p1, key: ONE, chanels: []}', two),
      'project 1: has a field that docs/configuration.md does not list'
    ],
    [
      'no channel',
      both(one, '- {name: Two, id: p2, key: TWO}'),
      'project 2: channels must list at least one: only the first project may have none'
    ],
    ['what is no YAML within', both(one, two.replace('C024BE91L', '#docs')), 'is not YAML: line 3'],
    [
      'the name of a channel',
      both(one, two.replace('C024BE91L', 'docs')),
      'project 2: channels 1 is not an id like C024BE91L'
    ],
    [
      'a channel of both',
      both(two.replace('Two', 'One').replace('77e2', 'p1'), two),
      'project 2: channels lists a channel of another project'
    ],
    ['an id of both', both(one, two.replace('77e2', 'p1')), 'project 2: id is already used by another project'],
    ['no number', both(one, two.replace('key:', 'hourlyLimit: many, key:')), LIMIT],
    ['more than a database can count', both(one, two.replace('key:', 'hourlyLimit: 3000000000, key:')), LIMIT]
  ])('is refused in one line with %s', async (_, text, words) => {
    expect(await problemsOf(text)).toEqual([words])
  })

  it('is not named by its path, which may be a key in the wrong place', () => {
    expect(reportOf({ ...NONE, PROJECTS_FILE: 'svc_canary-key' })).toMatch(
      /^ {2}PROJECTS_FILE cannot be read \(ENOENT\)$/m
    )
  })

  it.each(['SLACK_SIGNING_SECRET', 'AGENT_API_URL', 'TWO_FILE'])('has no key in %s', async key => {
    const text = `projects: [{ name: One, id: p1, key: ${key} }]`
    expect(await problemsOf(text, { SLACK_SIGNING_SECRET: 'canary-signing', TWO_FILE: '/run/key' })).toEqual([KEYLESS])
  })

  it('has a key in one place', async () => {
    const text = `projects:\n  ${one}\n`
    expect(await problemsOf(text, { ONE_FILE: await fileWith('svc_canary-in-file') })).toEqual([KEYLESS])
  })

  it('may have a key in a file, like every setting that is a secret', async () => {
    const env = {
      ...NONE,
      ONE_FILE: await fileWith('svc_canary-in-file\n'),
      PROJECTS_FILE: await fileWith(`projects:\n  ${one}\n`)
    }
    expect(parseConfig(env).projects[0].keys.agent).toBe('svc_canary-in-file')
  })

  it('takes the place of the three settings, which are not to be set as well', async () => {
    const found = await problemsOf(both(one, two), { AGENT_PROJECT_ID: 'p3', AGENT_HOURLY_LIMIT: '7' })
    expect(found).toEqual([
      'AGENT_PROJECT_ID conflicts with PROJECTS_FILE: set only one of them',
      'AGENT_HOURLY_LIMIT conflicts with PROJECTS_FILE: set only one of them'
    ])
  })
})
