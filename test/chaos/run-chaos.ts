import { fileURLToPath } from 'node:url'
import { createChance } from '../simulation/seeded-random.ts'
import { eventually } from '../support/eventually.ts'
import { freePort } from '../support/free-port.ts'
import { openOffice, openServer } from '../support/office.ts'
import { runAndClose } from '../support/run-and-close.ts'
import { sayProgress } from '../support/say-progress.ts'
import { databasePid, isAlive, type SpawnedBot, spawnBot } from '../support/spawned-bot.ts'
import { watchStandstills } from '../support/watch-standstills.ts'
import { type Counts, liveAndDie } from './bot-lives.ts'
import { parseOptions } from './chaos-options.ts'
import { countUnfinished, countWaiting } from './count-what-is-left.ts'
import { startCuts } from './cut-connections.ts'
import { findWrongs } from './find-wrongs.ts'
import { startTraffic } from './make-traffic.ts'
import { startTrouble } from './make-trouble.ts'
import { openProjects } from './open-projects.ts'
import { waitUntilOver } from './wait-until-over.ts'

// Real processes, killed at random moments with SIGKILL while both services misbehave; some are paused for a while, their clocks
// are off, their database connections break, and some serve another project. Everything is on loopback, and only what was started
// here is stopped. A control runs a bot that was weakened on purpose, and must be caught.

const HOURLY_LIMIT = 1_000_000
const ENOUGH_FOR_A_CONTROL = 150
const ENOUGH_WITHIN_MS = 120_000
const OTHER_PROJECT_SHARE = 0.25
const MOST_SKEW_MS = 30_000
const RIGHT_CLOCK_SHARE = 0.25
const SKEW_CLOCK = fileURLToPath(new URL('./skew-clock.ts', import.meta.url))
const WEAK_BOT = fileURLToPath(new URL('./weak-bot.ts', import.meta.url))

const options = parseOptions()
const { kills, seed, processes, control } = options
const chance = createChance(seed)
const opened = new AsyncDisposableStack()
const finished = (act: () => Promise<void>) => void opened.defer(act)

const counts: Counts = { kills: 0, pauses: 0, endedAlone: 0 }
let databaseKills = 0
let cutConnections = 0
let stoodStillMs = 0

async function run() {
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

  /** The ones that stay serve every project between them; the others mostly the first. */
  function start(place: number, forGood: boolean): SpawnedBot {
    const number = forGood ? place : Number(chance.happens(OTHER_PROJECT_SHARE))
    const project = projects[number % projects.length]
    const hasRightClock = !options.has('skew') || chance.happens(RIGHT_CLOCK_SHARE)
    const skewMs = hasRightClock ? 0 : chance.between(-MOST_SKEW_MS, MOST_SKEW_MS)
    const env = { ...office.env, ...project?.env, ...database, ...limits, PORT: String(ports[place]) }
    return spawnBot(
      { ...env, CLOCK_SKEW_MS: String(skewMs) },
      { finished, first: SKEW_CLOCK, ...(control && { entry: WEAK_BOT }) }
    )
  }

  const trouble = startTrouble(office.slack, projects, chance, { agentShare: 0.15, slackEveryMs: 400 })
  const cuts = options.has('cuts') ? startCuts(url, chance) : undefined
  const traffic = startTraffic({ ...office, projects, chance, countWaiting: () => countWaiting(url) })
  using _progress = sayProgress(
    async () =>
      `${counts.kills} of ${kills} kills, ${traffic.count()} follow-ups written, ${await countUnfinished(url)} things to come`
  )
  await liveAndDie({ options, chance, counts, start, onKilled: () => mayKillDatabase(dataDir) })

  // A weakness shows in a few out of a hundred, and a slow machine gets through fewer while it kills.
  const isEnough = () => traffic.count() >= ENOUGH_FOR_A_CONTROL
  if (control) await eventually(isEnough, 'enough traffic', { withinMs: ENOUGH_WITHIN_MS }).catch(() => {})

  await cuts?.stop()
  cutConnections = cuts?.count() ?? 0
  trouble.stop()
  await traffic.stop()
  await waitUntilOver(url)
  stoodStillMs = standstills.longestMs()
  return findWrongs({ slack: office.slack, projects, databaseUrl: url, brought: traffic.brought() })
}

/** With `--database`, its server also dies now and then, and whoever guards it restarts it. */
async function mayKillDatabase(dataDir: string): Promise<void> {
  if (!options.database || !chance.happens(0.1)) return
  const pid = await databasePid(dataDir)
  if (pid === undefined || !(await isAlive(pid))) return
  process.kill(pid, 'SIGKILL')
  databaseKills += 1
}

/** `outOfOrder`: out of order. */
const inWords = (name: string) => name.replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`)

const startedAt = performance.now()
const { accepted, inDoubt, wrongs, wrong } = await runAndClose(opened, run)
const seconds = Math.round((performance.now() - startedAt) / 1_000)
const happened = [
  `${kills} kills`,
  options.has('pauses') && `${counts.pauses} pauses`,
  options.has('skew') && 'skewed clocks',
  options.has('cuts') && `${cutConnections} cut connections`,
  options.has('projects') && 'two projects',
  options.database && `${databaseKills} kills of the database`,
  counts.endedAlone > 0 && `${counts.endedAlone} ended by themselves`
].filter(words => words !== false)
process.stdout.write(
  `seed ${seed}${control ? `, control '${control}'` : ''}: ${happened.join(', ')}, ${processes} process${processes > 1 ? 'es' : ''}, ` +
    `${accepted} follow-ups acknowledged: ${wrongs.map(([what, which]) => `${which.length} ${inWords(what)}`).join(', ')}, ` +
    `${inDoubt} maybe delivered (${seconds} s, ` +
    `in which the stand-ins stood still for ${stoodStillMs.toFixed(0)} ms at most)\n`
)
if (control && wrong === 0) process.stdout.write('The weakened bot was not found out: this run proves nothing.\n')
process.exitCode = (control ? wrong > 0 : wrong === 0) ? 0 : 1
