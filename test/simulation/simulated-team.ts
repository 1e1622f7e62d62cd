import { createStandInAgent } from '../../sandbox/agent/stand-in-agent.ts'
import { createStandInGithub } from '../../sandbox/host/stand-in-github.ts'
import { settingsFor } from '../../sandbox/seed-workspace.ts'
import { createStandInSlack } from '../../sandbox/slack/stand-in-slack.ts'
import { createApp, type RunningApp } from '../../src/app.ts'
import { parseConfig } from '../../src/config.ts'
import { createDatabase, type Sql } from '../../src/database/database.ts'
import type { Move } from '../../src/followups/consequences.ts'
import type { FollowupDeps } from '../../src/followups/followup-deps.ts'
import { runUntilIdle } from '../support/line.ts'
import { passTime } from '../support/pass-time.ts'
import { quietLog } from '../support/quiet-log.ts'
import { skewClocks } from '../support/skew-clocks.ts'
import { TestClock } from '../support/test-clock.ts'
import { withAgent } from '../support/with-agent.ts'
import { createKeyedChance } from './seeded-random.ts'

const START = Date.UTC(2026, 10, 20, 8, 0, 0)
const HOURLY_LIMIT = 6
const RIGHT_CLOCK_SHARE = 0.3
const MOST_SKEW_MS = 30_000
/** A usual day has fewer than 2,000. */
const MOST_WAKES = 20_000

/** The bot repeats something forever. */
export class NeverAtRest extends Error {}

export type SimulatedTeam = Awaited<ReturnType<typeof openTeam>>

/** A workspace with people, jobs and the app, on its own clock. `databaseUrl` is an empty database. */
export async function openTeam(databaseUrl: string, seed: number) {
  const clock = new TestClock(START)
  // The bot may draw more often on a slow machine: neither what people do nor what it draws later is to change with that.
  const chance = createKeyedChance(seed, () => `bot ${clock.now()}`)
  const slack = await createStandInSlack({ clock, rateLimits: false, answerWithinMs: 20_000, redeliverAfterMs: 20_000 })
  const agent = await createStandInAgent({ clock, hourlyLimit: HOURLY_LIMIT, retryAfterOn429: chance.happens(0.5) })
  const github = await createStandInGithub({ clock })
  const database = createDatabase({ url: databaseUrl, onConnectionLost: () => {} })
  const errors: string[] = []
  const log = quietLog((facts, words) => void errors.push(`${words} ${JSON.stringify(facts)}`))

  const names = new Map(['Ana', 'Ben', 'Eve'].map(name => [slack.addPerson({ name }).id, name]))
  const people = [...names.keys()]
  const channels = ['docs', 'api'].map(name => slack.addChannel({ name, members: people }).id)
  const config = parseConfig({
    ...settingsFor(slack, agent),
    AGENT_HOURLY_LIMIT: String(HOURLY_LIMIT),
    GITHUB_TOKEN: github.token,
    GITHUB_API_URL: github.url,
    DATABASE_URL: databaseUrl,
    PORT: '0'
  })
  const now = () => clock.now()
  let spinning: string | undefined
  const moves = new Map<string, number>()

  function note({ before, after }: Move): void {
    const [from, to] = [before.progress.state, after.progress.state]
    const move = `${from} → ${to}`
    if (from !== to) moves.set(move, (moves.get(move) ?? 0) + 1)
  }

  /** Each process has its own clock, up to half a minute off the database's. */
  function start(): Promise<RunningApp> {
    const skewMs = chance.happens(RIGHT_CLOCK_SHARE) ? 0 : chance.between(-MOST_SKEW_MS, MOST_SKEW_MS)
    // Tries within one call wait in real time; here they are almost instant.
    const impatient = (deps: FollowupDeps) => ({
      ...withAgent(config, { firstRetryMs: 1 })(deps),
      metrics: {
        ...deps.metrics,
        moved(sql: Sql, stored: Move[]) {
          sql.atEnd?.(isStored => isStored && stored.forEach(note))
        }
      }
    })
    const clocks = skewClocks(clock, skewMs, () => {
      spinning = `the bot never came to rest, its clock ${skewMs} ms ahead`
    })
    const world = { ...clocks, awakeMs: () => 0, random: chance.next, log, wrap: impatient }
    return createApp(config, world, { databaseUrl, work: false })
  }
  let app: RunningApp = await start()
  let wakes = 0

  async function runDue(): Promise<void> {
    if (++wakes > MOST_WAKES) throw new NeverAtRest(`the bot woke up more than ${MOST_WAKES} times`)
    await runUntilIdle(app).catch(error => {
      if (spinning === undefined) throw error
    })
    if (spinning !== undefined) throw new NeverAtRest(spinning)
  }

  return {
    slack,
    agent,
    github,
    database,
    people,
    names,
    channels,
    errors,
    /** How often a follow-up went from which state to which. */
    moves,
    now,
    runDue,
    advance: (ms: number) => passTime({ clock, database, projectIds: [agent.projectId], runDue }, ms),
    /** For a while, no bot runs. */
    async restart(offMs: number) {
      // Slack gives up what it cannot deliver for minutes.
      if (offMs > 0) await slack.deliveriesDone()
      await app.stop()
      await clock.setTime(clock.now() + offMs)
      app = await start()
    },
    async close() {
      await app.stop()
      await Promise.all([slack.stop(), agent.stop(), github.stop(), database.close()])
    }
  }
}
