import { existsSync } from 'node:fs'
import { loadEnvFile } from 'node:process'
import { z } from 'zod'
import { StartError } from './errors.ts'

type Setting = { about: string; from: string; default?: string }

/** Every name this app reads from its environment. The README's table and .env.example are compared with it. */
export const SETTINGS = {
  SLACK_BOT_TOKEN: {
    about: 'The bot token of the installed Slack app',
    from: 'api.slack.com/apps → your app → OAuth & Permissions → Bot User OAuth Token (xoxb-…)'
  },
  SLACK_APP_TOKEN: {
    about: 'The app-level token, for Socket Mode',
    from: 'api.slack.com/apps → your app → Basic Information → App-Level Tokens, scope connections:write (xapp-…)'
  },
  SLACK_SIGNING_SECRET: {
    about: 'The signing secret, for HTTP',
    from: 'api.slack.com/apps → your app → Basic Information → App Credentials → Signing Secret'
  },
  SLACK_TRANSPORT: {
    about: 'How Slack reaches the bot: `socket` or `http`',
    from: 'your choice: socket needs no public address, http needs one',
    default: '`socket` when SLACK_APP_TOKEN is set, else `http`'
  },
  SLACK_API_URL: {
    about: "The address of Slack's Web API",
    from: 'leave it out, except against a stand-in',
    default: 'https://slack.com/api/'
  },
  PORT: {
    about: 'The port of /healthz and /readyz, and of /slack/events over HTTP',
    from: 'your host sets it, or choose a free port',
    default: '3000'
  },
  HOST: {
    about: 'The address of this machine that PORT is opened on',
    from: 'your choice: 127.0.0.1 where nothing else is to reach it',
    default: 'every address of the machine'
  },
  AGENT_API_URL: {
    about: 'The base address of the agent service (https; plain http only on loopback)',
    from: "the agent service's documentation: everything before /v2"
  },
  AGENT_PROJECT_ID: {
    about: 'The project whose jobs get the follow-ups',
    from: "the agent service's dashboard → API keys → project id"
  },
  AGENT_API_KEY: {
    about: 'The admin key; it stays in this process',
    from: "the agent service's dashboard → API keys → create an admin key"
  },
  AGENT_JOB_PATH: {
    about: 'The path that reads a job; {projectId} and {jobId} are filled in',
    from: "the agent service's documentation of its get-agent-job operation",
    default: '/v2/agent/{projectId}/job/{jobId}'
  },
  AGENT_HOURLY_LIMIT: {
    about: 'Sends per project and hour that the agent service allows',
    from: "the agent service's plan",
    default: '100'
  },
  HTTPS_PROXY: {
    about: 'The proxy through which Slack and the agent service are reached',
    from: 'whoever runs your network (http://host:port)',
    default: 'unset: they are reached directly'
  },
  NO_PROXY: {
    about: 'Hosts that are reached without the proxy',
    from: 'whoever runs your network, separated by commas',
    default: 'empty: none'
  },
  WATCH_AT_REST_MINUTES: {
    about: 'Minutes for which an instruction is watched on after no work on it was seen',
    from: 'your choice: longer where jobs start late',
    default: '30'
  },
  DATABASE_URL: {
    about: 'A shared PostgreSQL server, for several bot processes',
    from: 'your database host (postgres://user:password@host/name)',
    default: 'unset: an embedded server under DATA_DIR'
  },
  DATA_DIR: {
    about: "Where the embedded server's data lives",
    from: 'a folder that survives a restart',
    default: '.data'
  },
  ALLOWED_CHANNELS: {
    about: 'Channel ids in which the bot may be used',
    from: 'Slack → channel name → About → Channel ID (C…), separated by commas',
    default: 'empty: every channel'
  },
  ALLOWED_USERS: {
    about: 'User ids who may use the bot',
    from: 'Slack → profile → ⋮ → Copy member ID (U…), separated by commas',
    default: 'empty: every full member of the workspace'
  },
  LOG_LEVEL: {
    about: 'trace, debug, info, warn, error or silent',
    from: 'your choice',
    default: 'info'
  }
} satisfies Record<string, Setting>

export type SettingName = keyof typeof SETTINGS

const required = z.string('is missing').min(1, 'is missing')

const webAddress = z.url({ protocol: /^https?$/, error: 'is not an http(s) address' })

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]'])

function keepsSecrets(address: string): boolean {
  const url = URL.parse(address)
  return url === null || url.protocol === 'https:' || LOOPBACK.has(url.hostname)
}

/** Enough to find it again: what was pasted into the wrong place may be a secret. */
function inPart(input: unknown): string {
  const text = String(input)
  return text.length > 12 ? `${text.slice(0, 5)}…` : text
}

function idList(pattern: RegExp, example: string) {
  return z
    .string()
    .default('')
    .transform(text => text.split(/[\s,]+/).filter(part => part !== ''))
    .pipe(
      z.array(
        z
          .string()
          .regex(pattern, { error: issue => `holds '${inPart(issue.input)}', which is not an id like ${example}` })
      )
    )
    .transform(ids => new Set(ids))
}

const wholeNumber = (least: number, most: number) =>
  z.coerce
    .number(`is not a number from ${least} to ${most}`)
    .int('is not a whole number')
    .min(least, `is under ${least}`)
    .max(most, `is over ${most}`)

const environment = z.object({
  SLACK_BOT_TOKEN: required.startsWith('xoxb-', 'does not start with xoxb-'),
  SLACK_APP_TOKEN: z.string().startsWith('xapp-', 'does not start with xapp-').optional(),
  SLACK_SIGNING_SECRET: z.string().optional(),
  SLACK_TRANSPORT: z.enum(['socket', 'http'], "is neither 'socket' nor 'http'").optional(),
  SLACK_API_URL: webAddress
    .refine(keepsSecrets, 'is plain http: the token would travel in clear (http is accepted on loopback only)')
    .default('https://slack.com/api/'),
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: z.string().optional(),
  AGENT_API_URL: required
    .pipe(webAddress)
    .refine(
      keepsSecrets,
      'is plain http: the key would travel in clear. Use https (http is accepted on loopback only)'
    ),
  AGENT_PROJECT_ID: required,
  AGENT_API_KEY: required.regex(/^[\x21-\x7e]+$/, 'holds a space or a character that no HTTP header can carry'),
  AGENT_JOB_PATH: z
    .string()
    .startsWith('/', 'does not start with /')
    .includes('{jobId}', { error: 'does not contain {jobId}' })
    .default('/v2/agent/{projectId}/job/{jobId}'),
  AGENT_HOURLY_LIMIT: wholeNumber(1, 1_000_000).default(100),
  HTTPS_PROXY: webAddress.optional(),
  NO_PROXY: z.string().optional(),
  WATCH_AT_REST_MINUTES: wholeNumber(1, 1_440).default(30),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'is not a postgres:// address' }).optional(),
  DATA_DIR: z.string().default('.data'),
  ALLOWED_CHANNELS: idList(/^[CGD][A-Z0-9]{2,}$/, 'C024BE91L'),
  ALLOWED_USERS: idList(/^[UW][A-Z0-9]{2,}$/, 'U024BE7LH'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'], 'is not a log level').default('info')
})

export type Transport = { kind: 'socket'; appToken: string } | { kind: 'http'; signingSecret: string }

export type Config = ReturnType<typeof toConfig>

type Problem = { name: SettingName; words: string }

/** Environment → Config, or one StartError that lists every problem. */
export function parseConfig(env: Record<string, string | undefined>): Config {
  // Programs agree on neither way of writing these two.
  const named = { HTTPS_PROXY: env.https_proxy, NO_PROXY: env.no_proxy, ...env }
  const given = Object.fromEntries(
    Object.entries(named).filter(([, value]) => value !== undefined && value.trim() !== '')
  )
  const parsed = environment.safeParse(given)
  const problems: Problem[] = (parsed.error?.issues ?? []).map(issue => ({
    name: environment.keyof().parse(issue.path[0]),
    words: issue.message
  }))
  problems.push(...transportProblems(given))
  if (parsed.data === undefined || problems.length > 0) throw new StartError(problemReport(problems))
  return toConfig(parsed.data)
}

/** The only reader of settings in process.env. Values from .env do not override those already set. */
export function loadConfig(): Config {
  if (existsSync('.env')) loadEnvFile('.env')
  return parseConfig(process.env)
}

function transportProblems(given: Record<string, string | undefined>): Problem[] {
  const kind =
    given.SLACK_TRANSPORT ?? (given.SLACK_APP_TOKEN ? 'socket' : given.SLACK_SIGNING_SECRET ? 'http' : 'none')
  if (kind === 'socket' && !given.SLACK_APP_TOKEN)
    return [{ name: 'SLACK_APP_TOKEN', words: 'is missing (Socket Mode needs it)' }]
  if (kind === 'http' && !given.SLACK_SIGNING_SECRET)
    return [{ name: 'SLACK_SIGNING_SECRET', words: 'is missing (HTTP needs it)' }]
  if (kind !== 'none') return []
  return [
    { name: 'SLACK_APP_TOKEN', words: 'is missing (for Socket Mode, the simplest choice)' },
    { name: 'SLACK_SIGNING_SECRET', words: 'is missing (needed instead when Slack reaches the bot over HTTP)' }
  ]
}

function toConfig(env: z.output<typeof environment>) {
  return {
    slack: {
      botToken: env.SLACK_BOT_TOKEN,
      transport: toTransport(env),
      apiUrl: env.SLACK_API_URL.endsWith('/') ? env.SLACK_API_URL : `${env.SLACK_API_URL}/`,
      allowedChannels: env.ALLOWED_CHANNELS,
      allowedUsers: env.ALLOWED_USERS
    },
    agent: {
      baseUrl: env.AGENT_API_URL.replace(/\/+$/, ''),
      projectId: env.AGENT_PROJECT_ID,
      apiKey: env.AGENT_API_KEY,
      jobPath: env.AGENT_JOB_PATH,
      hourlyLimit: env.AGENT_HOURLY_LIMIT
    },
    proxy: env.HTTPS_PROXY === undefined ? undefined : { HTTPS_PROXY: env.HTTPS_PROXY, NO_PROXY: env.NO_PROXY },
    watchAtRestMs: env.WATCH_AT_REST_MINUTES * 60_000,
    database: env.DATABASE_URL === undefined ? { dataDir: env.DATA_DIR } : { url: env.DATABASE_URL },
    port: env.PORT,
    host: env.HOST,
    logLevel: env.LOG_LEVEL
  }
}

function toTransport(env: z.output<typeof environment>): Transport {
  const { SLACK_APP_TOKEN: appToken, SLACK_SIGNING_SECRET: signingSecret } = env
  if (appToken !== undefined && env.SLACK_TRANSPORT !== 'http') return { kind: 'socket', appToken }
  return { kind: 'http', signingSecret: signingSecret ?? '' }
}

function problemReport(problems: Problem[]): string {
  const lines = problems.map(
    ({ name, words }) => `  ${name} ${words}\n      ${SETTINGS[name].about}.\n      Where: ${SETTINGS[name].from}`
  )
  const count = problems.length === 1 ? '1 setting needs' : `${problems.length} settings need`
  return `Agent Follow-up cannot start: ${count} your attention (in the environment or in .env).\n\n${lines.join('\n\n')}\n`
}
