import { constants } from 'node:fs'
import { access, statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { webApi } from '@slack/bolt'
import { z } from 'zod'
import { type AgentClient, createAgentClient } from './agent/agent-client.ts'
import { readBudget } from './agent/budget.ts'
import { aboutSetting, type Config, type Problem, type readSettings } from './config.ts'
import { createDatabase, type Database } from './database/database.ts'
import { cannotUseDatabase, SCHEMA_VERSION, whyOutdated } from './database/open-databases.ts'
import { findEmbeddedServer } from './database/server/embedded-server.ts'
import { isThere } from './database/server/programs.ts'
import { errorWords, StartError } from './errors.ts'
import { findOtherTeam, ofOtherTeam } from './followups/claim-database.ts'
import type { Finding } from './followups/model/finding.ts'
import { capital, durationWords } from './followups/views/phrases.ts'
import { headersFor } from './github/github.ts'
import { createAgents, read } from './http/request.ts'
import type { Project } from './projects.ts'
import { createSlackLogger, identify } from './slack/bolt.ts'
import { cannotConnect } from './slack/connect-by-socket.ts'
import { LATEST } from './slack/delivery-store.ts'
import { utcTime } from './slack/slack-text.ts'

const REACH = 'check the address, and that this machine can reach it'

/** What a company's network does to every service. */
const NETWORK: [RegExp, string][] = [
  [/SELF_SIGNED|UNABLE_TO_/, 'name your company’s certificate in NODE_EXTRA_CA_CERTS: docs/operate.md, Behind a proxy'],
  [/ENOTFOUND|EAI_AGAIN/, REACH],
  [/the proxy answered/, 'have the proxy let the bot through, or name that host in NO_PROXY']
]

const fine = (words: string): Finding => ({ state: 'fine', words })
const unseen = (words: string, mend = ''): Finding => ({ state: 'unseen', words, mend })
function wrong(words: string, mend: string): Finding {
  return { state: 'wrong', words, mend: NETWORK.find(([sign]) => sign.test(words))?.[1] ?? mend }
}

/** The first sentence with which the bot does not start is what is wrong, and the rest how to fix it. */
function fromError(error: unknown): Finding {
  if (!(error instanceof StartError)) return wrong(errorWords(error), 'see docs/operate.md, Troubleshooting')
  const [what = '', ...how] = error.message.replace(/\.$/, '').split(/\.\s+(?=[A-Z])/)
  return wrong(what, how.join('. '))
}

function compareClocks(whose: string, theirsMs: number): Finding {
  const behindMs = Date.now() - theirsMs
  if (Number.isNaN(behindMs)) return unseen(`${whose} clock could not be read`)
  if (Math.abs(behindMs) <= 60_000) return fine(`${whose} clock and this machine’s agree`)
  const apart = `${durationWords(Math.abs(behindMs))} ${behindMs > 0 ? 'behind' : 'ahead of'} this machine’s`
  return wrong(`${whose} clock is ${apart}`, 'sync the clocks with NTP')
}

const OPTIONAL = 'files:read'
export const SCOPES =
  `app_mentions:read channels:history channels:read chat:write commands ${OPTIONAL} groups:history groups:read
  im:history im:write mpim:history reactions:write users:read`.split(/\s+/)
const ONCE = { retryConfig: { retries: 0 }, logger: createSlackLogger({ warn: () => {}, error: () => {} }) }

async function checkBotToken({ slack }: Config): Promise<Finding[]> {
  let heard = new Headers()
  const hear: webApi.FetchFunction = async (...asked) => {
    const answer = await fetch(...asked)
    heard = answer.headers
    return answer
  }
  const signIn = identify(slack.botToken, slack.apiUrl, ONCE.logger, { ...ONCE, fetch: hear })
  const token = await signIn.then(({ workspaceUrl }) => fine(`SLACK_BOT_TOKEN is for ${workspaceUrl}`), fromError)
  const scopes = token.state === 'fine' ? [compareScopes(heard.get('x-oauth-scopes') ?? '')] : []
  return [token, ...scopes, compareClocks('Slack’s', Date.parse(heard.get('date') ?? ''))]
}

function compareScopes(granted: string): Finding {
  const lacking = SCOPES.filter(scope => !granted.split(/\s*,\s*/).includes(scope))
  if (granted === '') return unseen('Slack did not say which scopes the app has')
  if (lacking.length === 0) return fine('The app has all its scopes')
  if (`${lacking}` === OPTIONAL)
    return fine(`The app has all its scopes except ${OPTIONAL}: attached files are not sent`)
  return wrong(`The app lacks ${lacking.join(' and ')}`, 'add it under OAuth & Permissions and reinstall the app')
}

async function checkConnection({ slack: { transport, apiUrl } }: Config): Promise<Finding[]> {
  if (transport.kind === 'http') return [fine('Slack delivers over HTTP, and SLACK_SIGNING_SECRET is set')]
  const web = new webApi.WebClient(transport.appToken, { ...ONCE, slackApiUrl: apiUrl, rejectRateLimitedCalls: true })
  await web.apps.connections.open({}).catch(cannotConnect)
  return [fine('SLACK_APP_TOKEN may open connections')]
}

const BOUNDS = { responseMs: 4_000, wholeMs: 4_500, mostBytes: 100_000 }

/** Reads a job that does not exist: "unknown job" means the key was accepted, unless any key is. */
async function checkAgent({ agent, projects, proxy }: Config): Promise<Finding[]> {
  const parts = { ...agent, agents: createAgents(proxy), now: Date.now, log: { warn: () => {} }, bounds: BOUNDS }
  const look = (project: Project) => checkKey(createAgentClient({ ...parts, ...project }), project)
  const found = await Promise.all(projects.map(look))
  if (found.every(({ state }) => state !== 'fine')) return found
  const { state } = await look({ ...projects[0], keys: { agent: 'no-such-key', all: [] } })
  const anyKey = unseen('AGENT_API_URL gives a wrong key the same answer', 'check that it is the agent service’s')
  return state === 'fine' ? found.map(one => (one.state === 'fine' ? anyKey : one)) : found
}

async function checkKey(client: AgentClient, { name, projectId }: Project): Promise<Finding> {
  const told = await client.readJob({ projectId, jobId: 'no-such-job' })
  if (told.kind === 'unavailable') return wrong(`AGENT_API_URL does not work: ${told.why}`, REACH)
  if (told.kind !== 'refused') return unseen(`The agent service is ${told.kind}`, 'try again in a minute')
  const { reason, words = `it answered ${told.status}` } = told
  const key = name === projectId ? 'AGENT_API_KEY' : `the key of ${name}`
  // A web server without the service answers 404, too.
  if (reason === 'unknown job' && told.words) return fine(`The agent service accepts ${key} for ${projectId}`)
  if (reason === 'key refused') return wrong(`The agent service refuses ${key}: ${words}`, 'set a new one')
  if (reason === 'not allowed')
    return wrong(`${capital(key)} is not for ${projectId}: ${words}`, 'check the id of the project')
  return wrong(`AGENT_API_URL leads to no agent service: ${words}`, 'check it, and AGENT_JOB_PATH')
}

async function checkGithub({ github, keys }: Config): Promise<Finding[]> {
  if (github === undefined) return [fine('Pull requests are not followed: GITHUB_TOKEN is not set')]
  const answer = await read(`${github.apiUrl}/rate_limit`, { headers: headersFor(keys.github), ...BOUNDS })
  if (answer.kind !== 'answered') return [wrong(`GITHUB_API_URL does not work: ${answer.why}`, REACH)]
  if (answer.status === 401) return [wrong('GitHub refuses GITHUB_TOKEN', 'make a new one: docs/install.md')]
  return [answer.status === 200 ? fine('GitHub accepts GITHUB_TOKEN') : unseen(`GitHub answered ${answer.status}`)]
}

const HIDDEN = 'Deliveries, the hour’s budget and overdue work cannot be checked'

async function checkDatabase({ database: { url, dataDir }, projects, slack }: Config): Promise<Finding[]> {
  const address = url ?? (await findEmbeddedServer(dataDir))
  const mend = 'start the bot, or set DATA_DIR as for the bot'
  if (address === undefined) return [unseen(`${HIDDEN}: no database runs in ${resolve(dataDir)}`, mend)]
  const limits = { max: 1, connectMs: 4_000, statementMs: 4_000, isPooled: true, onConnectionLost: () => {} }
  const database = createDatabase({ url: address, ...limits })
  const asked = identify(slack.botToken, slack.apiUrl, ONCE.logger, ONCE).then(bot => bot.teamId)
  const teamId = Promise.race([asked.catch(() => undefined), sleep(3_000, undefined)])
  const looking = lookInto(database, projects, teamId).catch(cannotUseDatabase)
  return await looking.catch(error => [fromError(error), unseen(HIDDEN)]).finally(database.close)
}

async function lookInto(
  database: Database,
  projects: Config['projects'],
  teamId: Promise<string | undefined>
): Promise<Finding[]> {
  const [row] = await database.query(
    `select floor(extract(epoch from clock_timestamp()) * 1000) as ms, current_setting('transaction_read_only') = 'on' as "isReadOnly",
       to_regclass('followup.project') is not null as "isSetUp"`
  )
  const nowMs = Number(row?.ms)
  const clock = compareClocks('The database’s', nowMs)
  const readOnly = row?.isReadOnly ? [wrong('The database can only be read', 'let the bot write to it')] : []
  if (!row?.isSetUp) return [...readOnly, clock, unseen(`${HIDDEN}: the database has no tables yet`, 'start the bot')]
  const outdated = await whyOutdated(database)
  if (outdated) return [...readOnly, wrong(outdated, 'start that version, or restore a backup'), clock, unseen(HIDDEN)]
  const ownId = await teamId
  const otherId = ownId && (await findOtherTeam(database, ownId))
  const others = ownId && otherId ? [fromError(ofOtherTeam(otherId, ownId))] : []
  const tables = fine(`The database answers, and its tables are of this version: schema ${SCHEMA_VERSION}`)
  const asked = { database, nowMs, projects }
  const budgets = await Promise.all(projects.map(project => checkBudget(asked, project)))
  return [
    ...readOnly,
    ...others,
    tables,
    clock,
    ...(await checkArrivals(asked)),
    ...budgets,
    ...(await checkOverdue(asked))
  ]
}

const EVENTS = 'Event Subscriptions must list the four message.* events and app_mention, in Slack’s app settings'
const INTERACTIVITY = 'switch on Interactivity & Shortcuts in Slack’s app settings'
const ARRIVALS: [string, string[], string][] = [
  ['command', ['command'], 'add /agent-followup under Slash Commands in Slack’s app settings'],
  ['message', ['message', 'app_mention'], EVENTS],
  ['look at the app’s home', ['app_home_opened'], 'switch on App Home → Home Tab, and add the event app_home_opened'],
  ['shortcut, button or form', ['shortcut', 'message_action', 'block_actions', 'view_submission'], INTERACTIVITY]
]

type Asked = { database: Database; nowMs: number; projects: Config['projects'] }
const timesSchema = z.array(z.object({ of: z.string(), ms: z.coerce.number() }))

async function checkArrivals({ database, nowMs }: Asked): Promise<Finding[]> {
  const text = `select key as of, at_ms as ms from followup.delivery where starts_with(key, $1)
    union all (select 'posted', 0 from followup.view where message_ts like '%.%' limit 1)`
  const latest = new Map(timesSchema.parse(await database.query(text, [LATEST])).map(({ of, ms }) => [of, ms]))
  return ARRIVALS.map(([what, kinds, mend]) => {
    const atMs = Math.max(...kinds.map(kind => latest.get(LATEST + kind) ?? 0))
    if (atMs > 0) return fine(`The latest ${what} came from Slack ${durationWords(nowMs - atMs)} ago`)
    const words = `No ${what} has ever come from Slack`
    // What the bot itself posts is a message, too.
    const isWrong = mend === EVENTS && latest.has('posted')
    return isWrong ? wrong(`${words}, and the bot has posted`, mend) : unseen(words, `if you have tried, ${mend}`)
  })
}

async function checkBudget({ database, nowMs, projects }: Asked, project: Project): Promise<Finding> {
  const { name, projectId, hourlyLimit } = project
  const of = projects.length > 1 ? ` of ${name}` : ''
  const { left, nextFreeMs = nowMs, closedUntilMs } = await readBudget(database, { projectId, nowMs }, hourlyLimit)
  if (left > 0 && !closedUntilMs) return fine(`${left} of the hour’s ${hourlyLimit} sends${of} are left`)
  return wrong(
    `Nothing${of} is sent before ${utcTime(closedUntilMs ?? nextFreeMs)}`,
    'nothing to do: sending resumes by itself'
  )
}

async function checkOverdue({ database, nowMs }: Asked): Promise<Finding[]> {
  // Those wait while GitHub is away.
  const text = `select owner as of, min(due_at_ms) as ms from followup.task
    where due_at_ms < $1 and name <> 'check-pull-request' group by owner`
  const overdue = timesSchema.parse(await database.query(text, [nowMs - 5 * 60_000]))
  if (overdue.length === 0) return [fine('Nothing is overdue')]
  const mend = 'check that a bot serves it, and read its log'
  return overdue.map(({ of, ms }) =>
    wrong(`Work for project ${of} has been due for ${durationWords(nowMs - ms)}`, mend)
  )
}

async function checkDisk({ database: { url, dataDir } }: Config): Promise<Finding[]> {
  if (url !== undefined) return []
  try {
    let folder = resolve(dataDir)
    while (!(await isThere(folder))) folder = dirname(folder)
    await access(`${folder}/.`, constants.W_OK)
    const { bavail, bsize } = await statfs(folder)
    const megabytes = Math.floor((bavail * bsize) / 1_000_000)
    const words = `The disk of DATA_DIR has ${megabytes} MB left`
    return [megabytes < 100 ? wrong(words, 'free up disk space') : fine(words)]
  } catch (error) {
    return [wrong(`DATA_DIR cannot be written to: ${errorWords(error)}`, 'choose another folder, or set DATABASE_URL')]
  }
}

type Check = [about: string, needs: RegExp, look: (config: Config) => Promise<Finding[]>]
/** What is looked at, and the settings without which it cannot be. */
const checks: Check[] = [
  ['The bot token', /SLACK_BOT|SLACK_API|PROXY/, checkBotToken],
  ['How Slack delivers', /SLACK_APP|SLACK_SIGNING|SLACK_API|PROXY/, checkConnection],
  ['The database', /DATABASE|PROJECT|AGENT_HOURLY/, checkDatabase],
  ['The disk', /DATABASE/, checkDisk],
  ['The agent service', /AGENT|PROJECT|PROXY/, checkAgent],
  ['GitHub', /GITHUB|PROXY/, checkGithub]
]

function whoMayUseIt({ followups: { allowedUsers, allowedChannels } }: Config): Finding {
  const people = allowedUsers.size > 0 ? `${allowedUsers.size} listed` : 'every full member'
  const channels = allowedChannels.size > 0 ? `${allowedChannels.size} listed` : 'all'
  return fine(`Who may use the bot: ${people}; in which channels: ${channels}`)
}

function howToFix({ name, words }: Problem): string {
  if (words.startsWith('cannot be read')) return 'check its path, and who may read it'
  const { from = 'your choice' } = aboutSetting(name)
  return from === 'your choice' ? 'see docs/configuration.md' : from
}

export async function examine({ config, problems }: ReturnType<typeof readSettings>): Promise<Finding[]> {
  const found = checks.map(([about, needs, look]): Finding[] | Promise<Finding[]> => {
    const missing = problems.find(({ name }) => needs.test(name))?.name
    if (missing) return [unseen(`${about} cannot be checked until ${missing} is fixed`)]
    const late = sleep(5_000, [
      wrong(`${about}: no answer within 5 s`, 'check the address, and the network in between')
    ])
    return Promise.race([look(config).catch(error => [fromError(error)]), late])
  })
  return [
    fine(`Node is ${process.version}`),
    ...problems.map(problem => wrong(`${problem.name} ${problem.words}`, howToFix(problem))),
    ...(await Promise.all(found)).flat(),
    whoMayUseIt(config)
  ]
}
