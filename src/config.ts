import { readFileSync, statSync } from 'node:fs'
import { loadEnvFile } from 'node:process'
import querystring from 'node:querystring'
import { z } from 'zod'
import { type Log, StartError } from './errors.ts'
import { isLoopback } from './http/request.ts'
import { CHANNEL_ID, HEADER_VALUE, type Project, readProjects, required, wholeNumber } from './projects.ts'

// The date parser works in the process's time zone, which must have no daylight saving.
process.env.TZ = 'UTC'

const webAddress = z.url({ protocol: /^https?$/, error: 'is not an http(s) address' })

const addressFor = (secret: string) =>
  webAddress
    .refine(address => {
      const url = URL.parse(address)
      return url?.protocol !== 'http:' || isLoopback(url)
    }, `is plain http: the ${secret} would be sent unencrypted (http is only allowed on loopback)`)
    .transform(address => address.replace(/\/+$/, ''))

/** The value is never echoed: it may be a secret pasted into the wrong place. */
const idList = (id: RegExp, example: string) =>
  z
    .string()
    .default('')
    .transform(text => new Set(text.split(/[\s,]+/).filter(Boolean)))
    .refine(ids => [...ids].every(part => id.test(part)), `contains something that is not an id like ${example}`)

export const USER_ID = /^[UW][A-Z0-9]{2,}$/

const NOT_IN_HEADER = 'contains a space or another character that is not allowed in an HTTP header'

const onOrOff = z.enum(['on', 'off'], "is not 'on' or 'off'")

const environment = z.object({
  SLACK_BOT_TOKEN: required.startsWith('xoxb-', 'does not start with xoxb-'),
  SLACK_APP_TOKEN: z.string().startsWith('xapp-', 'does not start with xapp-').optional(),
  SLACK_SIGNING_SECRET: z.string().optional(),
  SLACK_API_URL: addressFor('token').default('https://slack.com/api'),
  PORT: wholeNumber(0, 65_535).default(3000),
  METRICS: onOrOff.default('off'),
  AGENT_API_URL: required
    .pipe(addressFor('key'))
    .refine(
      address => !/\/v2(\/agent\b.*)?\/*$|[?#]/.test(address),
      'is more than the base address: remove /v2, ? or #, and everything after it'
    ),
  AGENT_PROJECT_ID: required,
  AGENT_API_KEY: required.regex(HEADER_VALUE, NOT_IN_HEADER),
  PROJECTS_FILE: z.string().optional(),
  AGENT_JOB_PATH: z
    .string()
    .startsWith('/', 'does not start with /')
    .includes('{jobId}', { error: 'does not contain {jobId}' })
    .default('/v2/agent/{projectId}/job/{jobId}'),
  AGENT_JOB_LINK: webAddress
    .refine(pattern => pattern.split('{jobId}').length === 2, 'must contain {jobId} exactly once')
    .optional(),
  AGENT_HOURLY_LIMIT: wholeNumber(1, 1_000_000).default(100),
  AGENT_READS_PER_MINUTE: wholeNumber(1, 1_000_000).default(6_000),
  GITHUB_TOKEN: z.string().regex(HEADER_VALUE, NOT_IN_HEADER).optional(),
  GITHUB_API_URL: addressFor('token').default('https://api.github.com'),
  HTTPS_PROXY: webAddress.optional(),
  NO_PROXY: z.string().optional(),
  SECRETS: z.enum(['refuse', 'send'], "is not 'refuse' or 'send'").default('refuse'),
  THREAD_ABOVE: onOrOff.default('on'),
  PROMPT_AUTHOR: onOrOff.default('off'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'is not a postgres:// address' }).optional(),
  DATA_DIR: z.string().default('.data'),
  RETENTION_DAYS: wholeNumber(0, 36_500).default(90),
  AUDIT_WORDS: onOrOff.default('off'),
  ALLOWED_CHANNELS: idList(CHANNEL_ID, 'C024BE91L'),
  ALLOWED_USERS: idList(USER_ID, 'U024BE7LH'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'], 'is not a log level').default('info')
})

export const SETTING_NAMES = environment.keyof().options

export type SettingName = (typeof SETTING_NAMES)[number]

export type Config = ReturnType<typeof toConfig>

export type Problem = { name: SettingName | '.env'; words: string }

type Environment = Record<string, string | undefined>

/** Environment → Config, or one StartError that lists every problem. */
export function parseConfig(env?: Environment): Config {
  const { config, problems } = readSettings(env)
  if (problems.length > 0) throw new StartError(problemReport(problems))
  return config
}

/** The only reader of settings in process.env. A missing or wrong setting gets its default, or a placeholder. */
export function readSettings(own?: Environment) {
  const problems = own ? [] : loadEnvFileIfThere()
  const env = own ?? process.env
  const isGiven = ([, value]: [string, string | undefined]) => value !== undefined && value.trim() !== ''
  // Programs disagree on whether to write these two in upper or lower case.
  const inLowerCase = { HTTPS_PROXY: env.https_proxy, NO_PROXY: env.no_proxy }
  const given = Object.fromEntries([...Object.entries(inLowerCase), ...Object.entries(env)].filter(isGiven))
  problems.push(...readFiles(given))
  const projects = readProjectsFile(given, problems)
  const parsed = environment.safeParse(given)
  for (const issue of parsed.error?.issues ?? []) {
    const name = environment.keyof().parse(issue.path[0])
    if (!problems.some(problem => problem.name === name)) problems.push({ name, words: issue.message })
  }
  if ((given.SLACK_APP_TOKEN ?? given.SLACK_SIGNING_SECRET) === undefined)
    problems.push({ name: 'SLACK_APP_TOKEN', words: 'is missing (or SLACK_SIGNING_SECRET, to use HTTP)' })
  const right = Object.entries(given).filter(([name]) => !problems.some(problem => problem.name === name))
  const checked = parsed.data ?? environment.parse({ ...NOWHERE, ...Object.fromEntries(right) })
  return { config: toConfig(checked, projects), problems }
}

const BY_PROJECT = ['AGENT_PROJECT_ID', 'AGENT_API_KEY', 'AGENT_HOURLY_LIMIT'] as const

function readProjectsFile(given: Environment, problems: Problem[]): Project[] | undefined {
  const { PROJECTS_FILE: path } = given
  if (path === undefined) return undefined
  for (const name of BY_PROJECT)
    if (given[name] !== undefined) problems.push({ name, words: 'conflicts with PROJECTS_FILE: set only one of them' })
  const { text, why } = readText(path)
  const found = { ...given }
  // A name is looked up in both ways, and has to be found in one.
  const keyNamed = (name: string) => {
    if (SETTING_NAMES.some(taken => name === taken) || name.endsWith('_FILE')) return ''
    const keys = [found[name], readText(found[`${name}_FILE`]).text?.trim()].flatMap(key => key ?? [])
    return keys.length === 1 ? `${keys}` : ''
  }
  Object.assign(given, { AGENT_PROJECT_ID: '-', AGENT_API_KEY: '-', AGENT_HOURLY_LIMIT: '1' })
  const refuse = (words: string) => void problems.push({ name: 'PROJECTS_FILE', words })
  return text === undefined ? refuse(`cannot be read${why}`) : readProjects(text, keyNamed, refuse)
}

const NOWHERE = { SLACK_BOT_TOKEN: 'xoxb-', AGENT_API_URL: 'https://-', AGENT_PROJECT_ID: '-', AGENT_API_KEY: '-' }

/** With `_FILE` at the end of its name, a setting says which file holds it instead. */
function readFiles(given: Environment): Problem[] {
  return SETTING_NAMES.flatMap(name => {
    const path = given[`${name}_FILE`]
    if (path === undefined) return []
    if (given[name] !== undefined) return [{ name, words: `is set twice: here and by ${name}_FILE` }]
    const { text, why } = readText(path)
    given[name] = text?.trim() ?? ''
    if (why !== undefined) return [{ name, words: `cannot be read from the file that ${name}_FILE names${why}` }]
    return given[name] === '' ? [{ name, words: `is empty in the file that ${name}_FILE names` }] : []
  })
}

/** Never its name: it may be the secret, pasted into the wrong place. */
function readText(path: string | URL = ''): { text?: string; why?: string } {
  try {
    return { text: readFileSync(path, 'utf8') }
  } catch (error) {
    return { why: error instanceof Error && 'code' in error ? ` (${error.code})` : '' }
  }
}

/** Takes over new keys without a restart; if something is wrong with the settings, the old ones stay. */
export function readKeysAgain({ keys, projects }: Config, log: Log): void {
  const { config: fresh, problems } = readSettings()
  if (problems.length > 0) {
    log.error({ problems }, 'The settings could not be read again: the keys stay as they were')
    return
  }
  keys.github = fresh.keys.github
  // Those it started with are still in use, until it is restarted.
  keys.all.push(...fresh.keys.all.filter(key => !keys.all.includes(key)))
  for (const { projectId, keys: own } of projects)
    own.agent = fresh.projects.find(project => project.projectId === projectId)?.keys.agent ?? own.agent
  log.info({}, 'The keys of the agent service and of GitHub were read again')
}

/** Values from .env do not override those already set. */
function loadEnvFileIfThere(): Problem[] {
  // Docker makes a folder of a file that is to be mounted and is missing.
  if (!statSync('.env', { throwIfNoEntry: false })?.isFile()) return []
  const { why } = readText('.env')
  if (why !== undefined) return [{ name: '.env', words: `cannot be read by the account that runs this${why}` }]
  loadEnvFile('.env')
  return []
}

const LOOK_EVERY_MS = 2_000

/** A SIGTERM to npm ends npm and its shell, and is not passed on: what they started notices that they are gone. */
export function onNpmGone(act: () => void): void {
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) act()
  }, LOOK_EVERY_MS).unref()
}

function toConfig(env: z.output<typeof environment>, fromFile: Project[] | undefined) {
  const { AGENT_PROJECT_ID: projectId, AGENT_HOURLY_LIMIT: hourlyLimit, SLACK_APP_TOKEN: appToken } = env
  const only = { name: projectId, projectId, hourlyLimit, channels: new Set<string>() }
  const [first = { ...only, keys: { agent: env.AGENT_API_KEY, all: [] } }, ...others] = fromFile ?? []
  const own = [env.SLACK_BOT_TOKEN, env.SLACK_APP_TOKEN, env.SLACK_SIGNING_SECRET, env.GITHUB_TOKEN]
  const all = [...own, ...[first, ...others].map(({ keys }) => keys.agent)].flatMap(secret => secret ?? [])
  const transport = appToken
    ? { kind: 'socket' as const, appToken }
    : { kind: 'http' as const, signingSecret: env.SLACK_SIGNING_SECRET ?? '' }
  const withAll = (project: Project): Project => ({ ...project, keys: { ...project.keys, all } })
  return {
    // The keys are the one part that changes while the bot runs.
    keys: { github: env.GITHUB_TOKEN ?? '', all },
    projects: [withAll(first), ...others.map(withAll)] satisfies [Project, ...Project[]],
    slack: { botToken: env.SLACK_BOT_TOKEN, transport, apiUrl: `${env.SLACK_API_URL}/` },
    agent: { baseUrl: env.AGENT_API_URL, jobPath: env.AGENT_JOB_PATH, readsPerMinute: env.AGENT_READS_PER_MINUTE },
    followups: {
      jobLink: env.AGENT_JOB_LINK,
      sendsAbove: env.THREAD_ABOVE === 'on',
      saysAuthor: env.PROMPT_AUTHOR === 'on',
      retentionDays: env.RETENTION_DAYS,
      auditsWords: env.AUDIT_WORDS === 'on',
      allowedChannels: env.ALLOWED_CHANNELS,
      allowedUsers: env.ALLOWED_USERS
    },
    github: env.GITHUB_TOKEN === undefined ? undefined : { apiUrl: env.GITHUB_API_URL },
    proxy: env.HTTPS_PROXY === undefined ? undefined : { HTTPS_PROXY: env.HTTPS_PROXY, NO_PROXY: env.NO_PROXY },
    secrets: env.SECRETS,
    passwords: [env.DATABASE_URL, env.HTTPS_PROXY].flatMap(passwordIn),
    database: { url: env.DATABASE_URL, dataDir: env.DATA_DIR },
    port: env.PORT,
    metrics: env.METRICS === 'on',
    logLevel: env.LOG_LEVEL
  }
}

function passwordIn(address = ''): string[] {
  const { password = '', searchParams } = URL.parse(address) ?? {}
  return [password, querystring.unescape(password), ...(searchParams?.getAll('password') ?? [])]
}

function problemReport(problems: Problem[]): string {
  const lines = problems.map(({ name, words }) => {
    const { about, from } = aboutSetting(name)
    return `  ${name} ${words}\n${about === undefined ? '' : `      ${about}\n      Where: ${from}\n`}`
  })
  const count = problems.length === 1 ? '1 setting needs' : `${problems.length} settings need`
  return `Agent Follow-up cannot start: ${count} your attention (in the environment or in .env).\n\n${lines.join('\n')}`
}

/** What it is, and where to get it. */
export function aboutSetting(name: Problem['name']): { about?: string; from?: string } {
  const { text: examples = '' } = readText(EXAMPLES)
  return new RegExp(`^# (?<about>.*)\\n# From: (?<from>.*)\\n(?:# )?${name}=`, 'm').exec(examples)?.groups ?? {}
}

const EXAMPLES = new URL('../.env.example', import.meta.url)
