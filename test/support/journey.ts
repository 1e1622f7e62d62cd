import { onTestFinished } from 'vitest'
import type { StandInAgent } from '../../sandbox/agent/stand-in-agent.ts'
import type { NewJob } from '../../sandbox/agent/stand-in-job.ts'
import type { StandInSlack } from '../../sandbox/slack/stand-in-slack.ts'
import { createApp, type RunningApp } from '../../src/app.ts'
import { parseConfig } from '../../src/config.ts'
import { type Allowed, findLeaks, type LogLine } from './find-leaks.ts'
import { createWorld, type WorldOptions } from './journey-world.ts'
import { runUntilIdle } from './line.ts'
import { openOffice } from './office.ts'
import { passTime } from './pass-time.ts'
import { createPeople, type People } from './people.ts'
import { TestClock } from './test-clock.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

export type Journey = People & {
  slack: StandInSlack
  agent: StandInAgent
  database: TestDatabase['database']
  databaseUrl: string
  log: LogLine[]
  channel: string
  ana: string
  ben: string
  now(): number
  /** Lets the app do everything that is due now. */
  runDue(): Promise<void>
  /** Lets time pass, and the app do everything that falls due meanwhile. */
  advance(ms: number): Promise<void>
  /** Lets time pass while the app does nothing, then do what is due: a long wait for the price of a short one. */
  sleep(ms: number): Promise<void>
  /** Lets time pass while the app does nothing at all. */
  pass(ms: number): Promise<void>
  /** With other settings, if given. */
  restart(env?: Record<string, string>): Promise<void>
  /** What a working app does every minute. */
  upkeep(): Promise<void>
}

export type JourneyOptions = Allowed &
  WorldOptions & {
    env?: Record<string, string>
    hourlyLimit?: number
    retryAfterOn429?: boolean
    startAt?: number
    /** Slack reaches the bot over HTTP instead of Socket Mode. */
    overHttp?: boolean
    /** The Enterprise Grid organisation that the workspace is part of. */
    enterpriseId?: string
    /** Nobody has ever written to an agent before. */
    areNew?: boolean
    /** Scopes of the bot token; all by default. */
    botScopes?: string[]
  }

const START = Date.UTC(2026, 10, 20, 14, 0, 0)

/** The whole app against both stand-ins, on a clock that only the test moves. Anything left behind fails the test. */
export async function startJourney(options: JourneyOptions = {}): Promise<Journey> {
  const {
    env = {},
    hourlyLimit = 100,
    retryAfterOn429 = false,
    startAt = START,
    overHttp = false,
    enterpriseId,
    botScopes
  } = options
  const clock = new TestClock(startAt)
  const { url, database } = await createTestDatabase()
  const office = await openOffice({
    slack: { clock, ...(enterpriseId && { enterpriseId }), ...(botScopes && { botScopes }) },
    agent: { clock, hourlyLimit, retryAfterOn429 }
  })
  const { slack, agent, channel, ana, ben } = office
  const settings = {
    ...office.env,
    SLACK_SIGNING_SECRET: slack.signingSecret,
    AGENT_HOURLY_LIMIT: String(hourlyLimit),
    DATABASE_URL: url,
    ...(overHttp ? { SLACK_APP_TOKEN: '' } : { PORT: '0' }),
    ...env
  }
  if (overHttp) slack.deliverTo({ transport: 'http', url: `http://127.0.0.1:${settings.PORT}/slack/events` })
  const log: LogLine[] = []
  let projectIds: string[] = []
  const start = (changed: Record<string, string> = {}) => {
    const config = parseConfig({ ...settings, ...changed })
    projectIds = config.projects.map(({ projectId }) => projectId)
    return createApp(config, createWorld(clock, config, log, options), { databaseUrl: url, work: false })
  }
  let app: RunningApp = await start()
  const stop = async () => {
    // What Slack is delivering right now would be cut off, which is another story.
    await slack.deliveriesDone()
    await app.stop()
  }
  onTestFinished(async () => {
    await stop()
    const secrets = [agent.apiKey, slack.botToken, slack.appToken, slack.signingSecret]
    if (env.GITHUB_TOKEN) secrets.push(env.GITHUB_TOKEN)
    const leaks = await findLeaks({ slack, agent, database, log, secrets }, options)
    if (leaks.length > 0) throw new Error(`${leaks.join('\n')}\n${slack.inventory()}`)
  })

  const runDue = () => runUntilIdle(app)

  const advance = (ms: number) => passTime({ clock, database, projectIds, runDue }, ms)
  const isStored = async (triggerId: string) =>
    (await database.query('select from followup.delivery where key = $1', [`command:${triggerId}`])).length > 0

  return {
    ...createPeople(office, { runDue, advance, isStored }),
    slack,
    agent,
    database,
    databaseUrl: url,
    log,
    channel,
    ana,
    ben,
    now: () => clock.now(),
    runDue,
    advance,
    async sleep(ms) {
      await clock.setTime(clock.now() + ms)
      await runDue()
    },
    pass: ms => clock.setTime(clock.now() + ms),
    upkeep: () => app.upkeep(),
    async restart(changed) {
      await stop()
      app = await start(changed)
    }
  }
}

/** A journey with job_8f2, of which nobody has asked anything yet. */
export async function startWithJob(options: JourneyOptions = {}, job: Partial<NewJob> = {}): Promise<Journey> {
  const journey = await startJourney(options)
  journey.job('job_8f2', job)
  return journey
}

/** A journey in which Ana's follow-up has reached job_8f2, and the bot is watching it. */
export async function startWatching(options: JourneyOptions = {}, job: Partial<NewJob> = {}): Promise<Journey> {
  const journey = await startWithJob(options, job)
  await journey.command('job_8f2 add examples')
  await journey.runDue()
  return journey
}
