import { mkdir, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { startEmbeddedServer } from '../../src/database/embedded-server.ts'
import { drawLines } from '../bench/draw-plot.ts'
import { ownMb, residentMb } from '../bench/process-stats.ts'
import { startTraffic } from '../chaos/make-traffic.ts'
import { startTrouble } from '../chaos/make-trouble.ts'
import { openProjects } from '../chaos/open-projects.ts'
import { countWaiting, countWatched, tally } from '../chaos/tally.ts'
import { waitUntilOver } from '../chaos/wait-until-over.ts'
import { createChance } from '../simulation/seeded-random.ts'
import { freePort } from '../support/free-port.ts'
import { createDataDir, openOffice } from '../support/office.ts'
import { anyNumber, atLeast, parseFlags } from '../support/parse-flags.ts'
import { runAndClose } from '../support/run-and-close.ts'
import { sayProgress } from '../support/say-progress.ts'
import { type SpawnedBot, spawnBot } from '../support/spawned-bot.ts'
import { keepAtWork } from './keep-at-work.ts'
import { floorOf, type Sample, slopeInTenMinutes } from './memory-slope.ts'

// A long ordinary day: a bot that stays, under always as many watches, and a second one that is killed now and then. What is asked
// is whether anything is lost or doubled, and whether the floor of the memory of the one that stays rises.

const HOURLY_LIMIT = 1_000_000
const FAULTS = { agentShare: 0.01, slackEveryMs: 20_000 }
const PAUSE_MS: [number, number] = [500, 1_500]
const LIFE_MS: [number, number] = [20_000, 60_000]
const SAMPLE_EVERY_MS = 5_000
/** Until then the jobs are being sent their instructions, and what is compiled and kept settles. */
const WARM_UP = 0.3
const MOST_SLOPE = 0.01
const STRETCH_MINUTES = 5
/** Fewer stretches make no line. */
const TELLING_MINUTES = 30
const END_EVERY_MS = 1_000

type Samples = { own: Sample[]; resident: Sample[] }

const { minutes, jobs, seed, to } = parseFlags(
  z.object({ minutes: atLeast(1), jobs: atLeast(1), seed: anyNumber, to: z.string() }),
  {
    minutes: { type: 'string', default: '60' },
    jobs: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    to: { type: 'string', default: '.data' }
  }
)
// Rather than after an hour.
await mkdir(to, { recursive: true })
const chance = createChance(seed)
const opened = new AsyncDisposableStack()
const finished = (act: () => Promise<void>) => void opened.defer(act)

async function run() {
  const office = await openOffice({ slack: { rateLimits: false }, agent: { hourlyLimit: HOURLY_LIMIT }, finished })
  const { slack } = office
  const projects = await openProjects(office, { two: false, hourlyLimit: HOURLY_LIMIT, finished })
  const server = await startEmbeddedServer(await createDataDir(finished))
  finished(server.stop)
  const start = async (logLevel: string): Promise<SpawnedBot> => {
    const limits = { AGENT_HOURLY_LIMIT: String(HOURLY_LIMIT), LOG_LEVEL: logLevel }
    const env = { ...office.env, ...limits, DATABASE_URL: server.url, PORT: String(await freePort()) }
    const bot = spawnBot(env, { finished })
    await bot.waitUntilReady()
    return bot
  }
  const bot = await start('warn')
  const startedAt = performance.now()
  const minutesNow = () => (performance.now() - startedAt) / 60_000
  const isOver = () => minutesNow() >= minutes

  const samples: Samples = { own: [], resident: [] }
  async function weigh(): Promise<void> {
    while (!isOver()) {
      samples.own.push([minutesNow(), await ownMb(bot.pid)])
      samples.resident.push([minutesNow(), await residentMb(bot.pid)])
      await sleep(SAMPLE_EVERY_MS)
    }
  }

  let kills = 0
  async function killOthers(): Promise<void> {
    while (!isOver()) {
      const other = await start('info')
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
  // Again and again, because some were sent their instruction only just now.
  const ending = setInterval(longJobs.endAll, END_EVERY_MS)
  await waitUntilOver(server.url).finally(() => clearInterval(ending))
  const acknowledged = [...longJobs.written(), ...traffic.acknowledged()]
  const pressed = traffic.pressed()
  return { samples, kills, ...(await tally({ slack, projects, databaseUrl: server.url, acknowledged, pressed })) }
}

function draw({ own, resident }: Samples, under: string): string {
  const most = Math.ceil(Math.max(...resident.map(([, mb]) => mb)) / 100) * 100
  const quarters = (end: number) => [0, 1, 2, 3, 4].map(quarter => Math.round((quarter * end) / 4))
  return drawLines({
    title: 'Memory of a bot that stays',
    under,
    x: { words: 'minutes', ticks: quarters(minutes) },
    y: { words: 'MB', ticks: quarters(most) },
    lines: [
      { words: 'its own', points: own },
      { words: 'with mapped files', points: resident }
    ]
  })
}

const { samples, kills, acknowledged, maybe, wrongs } = await runAndClose(opened, run)
const floor = floorOf(
  samples.own.filter(([minute]) => minute >= WARM_UP * minutes),
  STRETCH_MINUTES
)
const slope = slopeInTenMinutes(floor)
const under = `${jobs} jobs watched, ${acknowledged} follow-ups, 1 % faults, ${kills} kills of another process; ${samples.own.length} samples`
await writeFile(`${to}/soak.svg`, draw(samples, under))
for (const [what, which] of Object.entries(wrongs))
  if (which.length > 0) process.stdout.write(`  ${what}: ${which.join(', ')}\n`)
const wrong = Object.values(wrongs).flat().length
const isTelling = minutes >= TELLING_MINUTES
const memory = isTelling
  ? `the floor of its memory rises by ${(100 * slope).toFixed(2)} % in ten minutes`
  : 'too short to tell whether memory grows'
process.stdout.write(
  `seed ${seed}, ${minutes} minutes, ${under}: ${wrong} lost, doubled or otherwise wrong, ${maybe} maybe delivered; ${memory}\n`
)
process.exitCode = wrong === 0 && (slope < MOST_SLOPE || !isTelling) ? 0 : 1
