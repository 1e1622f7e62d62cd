import { TestClock } from 'pg-boss'
import { onTestFinished } from 'vitest'
import { createApp, type RunningApp } from '../../src/app.ts'
import { parseConfig } from '../../src/config.ts'
import { createStandInAgent, type StandInAgent } from '../../src/sandbox/agent/stand-in-agent.ts'
import { createStandInSlack, type StandInSlack } from '../../src/sandbox/slack/stand-in-slack.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

export type LogLine = { level: string; words: string } & Record<string, unknown>

export type Journey = {
  slack: StandInSlack
  agent: StandInAgent
  database: TestDatabase['database']
  log: LogLine[]
  channel: string
  ana: string
  ben: string
  now(): number
  /** Lets the app do everything that is due now. */
  settle(): Promise<void>
  /** Lets time pass, and the app do everything that falls due on the way. */
  advance(ms: number): Promise<void>
  /** The card's timestamp, once there is one. */
  cardTs(): string
  restart(): Promise<void>
}

export type JourneyOptions = { env?: Record<string, string>; hourlyLimit?: number; startAt?: number }

const START = Date.UTC(2026, 10, 20, 14, 0, 0)

/** The whole app against both stand-ins, on a clock that only the test moves. */
export async function startJourney({
  env = {},
  hourlyLimit = 100,
  startAt = START
}: JourneyOptions = {}): Promise<Journey> {
  const clock = new TestClock(startAt)
  const { url, database } = await createTestDatabase()
  const slack = await createStandInSlack({ clock })
  onTestFinished(() => slack.stop())
  const agent = await createStandInAgent({ clock, hourlyLimit })
  onTestFinished(() => agent.stop())

  const ana = slack.addPerson({ id: 'U0ANA', name: 'Ana' }).id
  const ben = slack.addPerson({ id: 'U0BEN', name: 'Ben' }).id
  const channel = slack.addChannel({ id: 'C0DOCS', name: 'docs', members: [ana, ben] }).id

  const log: LogLine[] = []
  const write = (level: string) => (facts: object, words: string) => void log.push({ level, words, ...facts })
  const world = {
    clock,
    random: () => 0.5,
    log: { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') }
  }
  const config = parseConfig({
    SLACK_BOT_TOKEN: slack.botToken,
    SLACK_APP_TOKEN: slack.appToken,
    SLACK_API_URL: slack.apiUrl,
    AGENT_API_URL: agent.url,
    AGENT_PROJECT_ID: agent.projectId,
    AGENT_API_KEY: agent.apiKey,
    AGENT_HOURLY_LIMIT: String(hourlyLimit),
    DATABASE_URL: url,
    PORT: '0',
    ...env
  })
  const start = () => createApp(config, world, { databaseUrl: url, work: false })
  let app: RunningApp = await start()
  onTestFinished(() => app.stop())

  async function nextDueMs(): Promise<number> {
    const [row] = await database.query(
      `select extract(epoch from min(start_after)) * 1000 as due from pgboss.job where state in ('created', 'retry')`
    )
    return row?.due === null || row === undefined ? Number.POSITIVE_INFINITY : Number(row.due)
  }

  return {
    slack,
    agent,
    database,
    log,
    channel,
    ana,
    ben,
    now: () => clock.now(),
    settle: () => app.runUntilIdle(),
    async advance(ms) {
      const target = clock.now() + ms
      await app.runUntilIdle()
      while (clock.now() < target) {
        await clock.setTime(Math.min(Math.max(Math.ceil(await nextDueMs()), clock.now() + 1), target))
        await app.runUntilIdle()
      }
    },
    cardTs() {
      const card = slack
        .messages(channel)
        .find(message => message.user === slack.botUserId && message.thread_ts === undefined)
      if (card === undefined) throw new Error(`There is no card:\n${slack.inventory()}`)
      return card.ts
    },
    async restart() {
      await app.stop()
      app = await start()
    }
  }
}
