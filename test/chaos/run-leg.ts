import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createChance } from '../simulation/seeded-random.ts'
import { eventually } from '../support/eventually.ts'
import { freePort } from '../support/free-port.ts'
import { openOffice, openServer } from '../support/office.ts'
import { sayProgress } from '../support/say-progress.ts'
import { databasePid, isAlive, type SpawnedBot, spawnBot } from '../support/spawned-bot.ts'
import type { Finished } from '../support/test-database.ts'
import { watchStandstills } from '../support/watch-standstills.ts'
import { liveAndDie } from './bot-lives.ts'
import type { ChaosOptions } from './chaos-options.ts'
import { countUnfinished, countWaiting } from './count-what-is-left.ts'
import { startCuts } from './cut-connections.ts'
import { findWrongs } from './find-wrongs.ts'
import { fromOutside, type Started } from './from-outside.ts'
import { startTraffic } from './make-traffic.ts'
import { startTrouble } from './make-trouble.ts'
import { openProjects } from './open-projects.ts'
import { waitUntilOver } from './wait-until-over.ts'

const HOURLY_LIMIT = 1_000_000
const ENOUGH_FOR_A_CONTROL = 150
const ENOUGH_WITHIN_MS = 120_000
const OTHER_PROJECT_SHARE = 0.25
const WRITTEN_LOOK_MS = 100
// While all bots serve one project, what is written for the other waits, and soon nobody writes any more.
const WRITTEN_WITHIN_MS = 60_000
const MOST_SKEW_MS = 30_000
const RIGHT_CLOCK_SHARE = 0.25
const SKEW_CLOCK = fileURLToPath(new URL('./skew-clock.ts', import.meta.url))
const WEAK_BOT = fileURLToPath(new URL('./weak-bot.ts', import.meta.url))

/** So many kills among the same people, from their first words until nothing is left to come. */
export async function runLeg(options: ChaosOptions, seed: number, finished: Finished) {
  const { kills, processes, control } = options
  const startedAt = performance.now()
  const chance = createChance(seed)
  const counts = { kills: 0, pauses: 0, endedAlone: 0, cutConnections: 0, databaseKills: 0, stoodStillMs: 0 }
  using standstills = watchStandstills()
  const office = await openOffice({
    slack: { rateLimits: false, redeliverAfterMs: 1_500, maxRedeliveries: 1_000 },
    agent: { hourlyLimit: HOURLY_LIMIT },
    finished
  })
  const projects = await openProjects(office, { two: options.has('projects'), hourlyLimit: HOURLY_LIMIT, finished })
  const { dataDir, url } = await openServer(finished)
  const database: Record<string, string> = processes > 1 || control ? { DATABASE_URL: url } : { DATA_DIR: dataDir }
  const limits = { AGENT_HOURLY_LIMIT: String(HOURLY_LIMIT), LOG_LEVEL: 'silent', CONTROL: control ?? '' }
  const ports = await Promise.all(Array.from({ length: processes }, freePort))
  const outside = options.has('clocks') || options.has('calls') ? await fromOutside(chance, finished) : undefined

  /** Each of those that are killed has a clock that is not right, or a call that fails. */
  function troubleFromOutside(): Partial<Started> {
    if (!outside) return {}
    const isClock = options.has('clocks') && (!options.has('calls') || chance.happens(0.5))
    return isClock ? outside.wrongClock() : outside.failingCall()
  }

  /** The ones that stay serve every project between them; the others mostly the first. */
  function start(place: number, forGood: boolean): SpawnedBot {
    const number = forGood ? place : Number(chance.happens(OTHER_PROJECT_SHARE))
    const project = projects[number % projects.length]
    const hasRightClock = !options.has('skew') || chance.happens(RIGHT_CLOCK_SHARE)
    const skewMs = hasRightClock ? 0 : chance.between(-MOST_SKEW_MS, MOST_SKEW_MS)
    const { env: more = {}, through = [] } = forGood ? {} : troubleFromOutside()
    const env = { ...office.env, ...project?.env, ...database, ...limits, ...more, PORT: String(ports[place]) }
    return spawnBot(
      { ...env, CLOCK_SKEW_MS: String(skewMs) },
      { finished, first: SKEW_CLOCK, through, ...(control && { entry: WEAK_BOT }) }
    )
  }

  /** With `--database`, its server also dies now and then, and whoever guards it restarts it. */
  async function mayKillDatabase(): Promise<void> {
    if (!options.database || !chance.happens(0.1)) return
    const pid = await databasePid(dataDir)
    if (pid === undefined || !(await isAlive(pid))) return
    if (outside && options.has('calls')) return outside.failDatabaseCall(pid)
    process.kill(pid, 'SIGKILL')
    counts.databaseKills += 1
  }

  const trouble = startTrouble(office.slack, projects, chance, { agentShare: 0.15, slackEveryMs: 400 })
  const cuts = options.has('cuts') ? startCuts(url, chance) : undefined
  const traffic = startTraffic({ ...office, projects, chance, countWaiting: () => countWaiting(url) })
  using _progress = sayProgress(
    async () =>
      `${counts.kills} of ${kills} kills, ${traffic.count()} follow-ups written, ${await countUnfinished(url)} things to come`
  )
  const written = async (count: number) => {
    const untilMs = performance.now() + WRITTEN_WITHIN_MS
    while (traffic.count() < count && performance.now() < untilMs) await sleep(WRITTEN_LOOK_MS)
  }
  await liveAndDie({ options, chance, counts, start, written, onKilled: mayKillDatabase })

  // A weakness shows in a few out of a hundred, and a slow machine gets through fewer while it kills.
  const isEnough = () => traffic.count() >= ENOUGH_FOR_A_CONTROL
  if (control) await eventually(isEnough, 'enough traffic', { withinMs: ENOUGH_WITHIN_MS }).catch(() => {})

  await cuts?.stop()
  counts.cutConnections = cuts?.count() ?? 0
  trouble.stop()
  await traffic.stop()
  await waitUntilOver(url)
  counts.stoodStillMs = Math.round(standstills.longestMs())
  const wrongs = await findWrongs({ slack: office.slack, projects, databaseUrl: url, brought: traffic.brought() })
  const happened = { wrongClocks: 0, failedCalls: 0, ...(await outside?.counts()) }
  return {
    seed,
    processes,
    ...counts,
    ...happened,
    ...wrongs,
    seconds: Math.round((performance.now() - startedAt) / 1_000)
  }
}
