import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { ownMb } from '../bench/process-stats.ts'
import { countWaiting, countWatched } from '../chaos/count-what-is-left.ts'
import { findWrongs } from '../chaos/find-wrongs.ts'
import { startTraffic } from '../chaos/make-traffic.ts'
import { startTrouble } from '../chaos/make-trouble.ts'
import { openProjects } from '../chaos/open-projects.ts'
import { waitUntilOver } from '../chaos/wait-until-over.ts'
import { createChance } from '../simulation/seeded-random.ts'
import { freePort } from '../support/free-port.ts'
import { createDataDir, openOffice, openServer } from '../support/office.ts'
import { anyNumber, atLeast, parseFlags } from '../support/parse-flags.ts'
import { runAndClose } from '../support/run-and-close.ts'
import { sayProgress } from '../support/say-progress.ts'
import { type SpawnedBot, spawnBot } from '../support/spawned-bot.ts'
import { watchStandstills } from '../support/watch-standstills.ts'
import { keepAtWork } from './keep-at-work.ts'
import { floorOf, type Sample, slopeInTenMinutes } from './memory-slope.ts'

// A long ordinary day: a bot that stays, under always as many watches, and a second one that is killed now and then. What is asked
// is whether anything is lost or doubled, and whether the one that stays holds more and more memory.

const WEIGH_WHAT_IS_HELD = fileURLToPath(new URL('./weigh-what-is-held.ts', import.meta.url))
const HOURLY_LIMIT = 1_000_000
const FAULTS = { agentShare: 0.01, slackEveryMs: 20_000 }
const PAUSE_MS: [number, number] = [500, 1_500]
const LIFE_MS: [number, number] = [20_000, 60_000]
const SAMPLE_EVERY_MS = 5_000
/** Until then the jobs are being sent their follow-ups, and what is compiled and kept settles. */
const WARM_UP = 0.3
const MOST_SLOPE = 0.01
const STRETCH_MINUTES = 5
/** Fewer stretches make no line. */
const TELLING_MINUTES = 30
const END_EVERY_MS = 1_000

/** What the bot holds once its garbage is collected, and what it has taken. */
type Samples = { held: Sample[]; own: Sample[] }

const { minutes, jobs, seed } = parseFlags(z.object({ minutes: atLeast(1), jobs: atLeast(1), seed: anyNumber }), {
  minutes: { type: 'string', default: '60' },
  jobs: { type: 'string', default: '1000' },
  seed: { type: 'string', default: '1' }
})
const chance = createChance(seed)
const opened = new AsyncDisposableStack()
const finished = (act: () => Promise<void>) => void opened.defer(act)

async function run() {
  using standstills = watchStandstills()
  const office = await openOffice({ slack: { rateLimits: false }, agent: { hourlyLimit: HOURLY_LIMIT }, finished })
  const { slack } = office
  const projects = await openProjects(office, { two: false, hourlyLimit: HOURLY_LIMIT, finished })
  const server = await openServer(finished)
  const start = async (settings: Record<string, string>, first?: string): Promise<SpawnedBot> => {
    const place = { DATABASE_URL: server.url, PORT: String(await freePort()) }
    const env = { ...office.env, AGENT_HOURLY_LIMIT: String(HOURLY_LIMIT), ...place, ...settings }
    const bot = spawnBot(env, { finished, ...(first && { first }) })
    await bot.waitUntilReady()
    return bot
  }
  const heldTo = join(await createDataDir(finished), 'held')
  const bot = await start({ LOG_LEVEL: 'warn', HELD_TO: heldTo }, WEIGH_WHAT_IS_HELD)
  const startedAtMs = Date.now()
  const minuteOf = (atMs: number) => (atMs - startedAtMs) / 60_000
  const minutesNow = () => minuteOf(Date.now())
  const isOver = () => minutesNow() >= minutes

  const samples: Samples = { held: [], own: [] }
  async function weigh(): Promise<void> {
    while (!isOver()) {
      samples.own.push([minutesNow(), await ownMb(bot.pid)])
      await sleep(SAMPLE_EVERY_MS)
    }
    const weighed = (await readFile(heldTo, 'utf8').catch(() => ''))
      .split('\n')
      .map(line => line.split(' ').map(Number))
    for (const [atMs = 0, bytes] of weighed) if (bytes) samples.held.push([minuteOf(atMs), bytes / 1_024 ** 2])
  }

  let kills = 0
  async function killOthers(): Promise<void> {
    while (!isOver()) {
      const other = await start({ LOG_LEVEL: 'info' })
      await sleep(chance.between(...LIFE_MS))
      other.kill('SIGKILL')
      await other.exited
      kills += 1
    }
  }

  const trouble = startTrouble(slack, projects, chance, FAULTS)
  const waiting = () => countWaiting(server.url)
  const traffic = startTraffic({ ...office, projects, chance, countWaiting: waiting, pauseMs: PAUSE_MS })
  const longJobs = keepAtWork({ ...office, jobs, worksMs: WARM_UP * minutes * 60_000 })
  using _progress = sayProgress(
    async () => `${(await countWatched(server.url)).toLocaleString('en')} jobs watched, ${kills} kills`,
    { ofMinutes: minutes }
  )
  await Promise.all([longJobs.stopped, weigh().then(longJobs.stop), killOthers()])
  trouble.stop()
  await traffic.stop()
  // Again and again, because some were sent their follow-up only just now.
  const ending = setInterval(longJobs.endAll, END_EVERY_MS)
  await waitUntilOver(server.url).finally(() => clearInterval(ending))
  const found = await findWrongs({ slack, projects, databaseUrl: server.url, brought: traffic.brought() })
  return { samples, kills, stoodStillMs: standstills.longestMs(), ...found }
}

const { samples, kills, stoodStillMs, accepted, inDoubt, wrong } = await runAndClose(opened, run)
const wrongs = Object.values(wrong).reduce((sum, count) => sum + count, 0)
const slopeOf = (all: Sample[]) => {
  const steady = all.filter(([minute]) => minute >= WARM_UP * minutes)
  return slopeInTenMinutes(floorOf(steady, STRETCH_MINUTES))
}
const slope = slopeOf(samples.held)
const under = `${jobs} jobs watched, ${accepted} follow-ups, 1 % faults, ${kills} kills of another process; ${samples.own.length} samples`
const isTelling = minutes >= TELLING_MINUTES
const percent = (share: number) => `${(100 * share).toFixed(2)} %`
const memory = isTelling
  ? `in ten minutes it holds ${percent(slope)} more memory, and has taken ${percent(slopeOf(samples.own))} more`
  : 'too short to tell whether memory grows'
process.stdout.write(
  `seed ${seed}, ${minutes} minutes, ${under}: ${wrongs} lost, doubled or otherwise wrong, ${inDoubt} maybe delivered; ${memory}; ` +
    `the stand-ins stood still for ${stoodStillMs.toFixed(0)} ms at most\n`
)
process.exitCode = wrongs === 0 && (slope < MOST_SLOPE || !isTelling) ? 0 : 1
