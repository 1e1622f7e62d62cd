import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { startEmbeddedServer } from '../../src/database/embedded-server.ts'
import { createChance } from '../simulation/seeded-random.ts'
import { createDataDir, freePort, type Office, openOffice } from '../support/office.ts'
import { databasePid, isAlive, type SpawnedBot, spawnBot } from '../support/spawned-bot.ts'
import { startTraffic } from './make-traffic.ts'
import { startTrouble } from './make-trouble.ts'
import { countUnfinished, type Tally, tally } from './tally.ts'

// Real processes, killed at random moments with SIGKILL, while both services misbehave. Everything is on loopback, and only
// what was started here is ended. A control runs a bot that was weakened on purpose, and must be found out.

const OVER_WITHIN_MS = 400_000
// A job that was not read before the send is believed to have finished after a minute and a half.
const STUCK_AFTER_MS = 120_000
const WEAK_BOT = fileURLToPath(new URL('./weak-bot.ts', import.meta.url))

const options = z
  .object({
    kills: z.coerce.number().int().min(1),
    seed: z.coerce.number().int(),
    processes: z.coerce.number().int().min(1).max(4),
    control: z.enum(['memory', 'resend']).optional(),
    database: z.boolean()
  })
  .parse(
    parseArgs({
      options: {
        kills: { type: 'string', default: '20' },
        seed: { type: 'string', default: String(Date.now() % 100_000) },
        processes: { type: 'string', default: '1' },
        control: { type: 'string' },
        database: { type: 'boolean', default: false }
      }
    }).values
  )
const { kills, seed, processes, control, database: withDatabase } = options
const chance = createChance(seed)
const opened = new AsyncDisposableStack()
const finished = (act: () => Promise<void>) => void opened.defer(act)
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void opened.disposeAsync().finally(() => process.exit(130)))

let killsLeft = kills
let databaseKills = 0

/** One place for a bot: whenever the one in it is killed, the next one starts. Answers when the kills are used up. */
async function keepKilling(env: Record<string, string>, dataDir: string): Promise<SpawnedBot> {
  for (;;) {
    const bot = spawnBot(env, { finished, ...(control && { entry: WEAK_BOT }) })
    if (killsLeft > 0) {
      // Half of them during the start, half of them at work.
      if (chance.happens(0.5) && !(await isReady(bot))) continue
      // Some live long enough to take over what others left behind.
      const livesMs = chance.happens(0.1) ? chance.between(6_000, 12_000) : chance.between(0, 1_500)
      await Promise.race([sleep(livesMs), bot.exited])
    }
    if (killsLeft-- <= 0) {
      if (await isReady(bot)) return bot
      continue
    }
    bot.kill('SIGKILL')
    await bot.exited
    if (withDatabase && chance.happens(0.1)) await killDatabase(dataDir)
  }
}

/** A bot whose database is just starting as well may end, and is started again like any other. */
function isReady(bot: SpawnedBot): Promise<boolean> {
  return bot.waitUntilReady().then(
    () => true,
    error => {
      if (withDatabase) return false
      throw error
    }
  )
}

/** With `--database` its server dies as well now and then; whoever guards it starts it again. */
async function killDatabase(dataDir: string): Promise<void> {
  const pid = await databasePid(dataDir)
  if (pid === undefined || !(await isAlive(pid))) return
  process.kill(pid, 'SIGKILL')
  databaseKills += 1
}

async function run(): Promise<Tally> {
  const office: Office = await openOffice({
    slack: { rateLimits: false, redeliverAfterMs: 1_500, maxRedeliveries: 1_000 },
    agent: { hourlyLimit: 1_000_000 },
    finished
  })
  const dataDir = await createDataDir(finished)
  const server = await startEmbeddedServer(dataDir)
  finished(server.stop)
  const { url } = server
  const database: Record<string, string> = processes > 1 || control ? { DATABASE_URL: url } : { DATA_DIR: dataDir }
  const env = { ...office.env, ...database, AGENT_HOURLY_LIMIT: '1000000', LOG_LEVEL: 'silent', CONTROL: control ?? '' }
  const trouble = startTrouble(office, chance)
  const traffic = startTraffic(office, chance)
  const ports = await Promise.all(Array.from({ length: processes }, freePort))
  await Promise.all(ports.map(port => keepKilling({ ...env, PORT: String(port) }, dataDir)))

  trouble.stop()
  await traffic.stop()
  await waitUntilOver(url)
  return tally(office, url, traffic.acknowledged())
}

/** Until everything has ended, or nothing has for so long that the rest is lost. */
async function waitUntilOver(url: string): Promise<void> {
  const startedAt = performance.now()
  // The database may be starting again just now.
  const count = () => countUnfinished(url).catch(() => -1)
  let unfinished = await count()
  let changedAt = startedAt
  while (unfinished !== 0 && performance.now() - startedAt < OVER_WITHIN_MS) {
    await sleep(250)
    const left = await count()
    if (left !== unfinished) changedAt = performance.now()
    else if (performance.now() - changedAt > STUCK_AFTER_MS) return
    unfinished = left
  }
}

const startedAt = performance.now()
const { acknowledged, lost, duplicateSends, duplicatePosts, maybe } = await run().finally(() => opened.disposeAsync())
const seconds = Math.round((performance.now() - startedAt) / 1_000)
const wrong = lost.length + duplicateSends.length + duplicatePosts.length
for (const [what, which] of Object.entries({ lost, duplicateSends, duplicatePosts }))
  if (which.length > 0) process.stdout.write(`  ${what}: ${which.join(', ')}\n`)
process.stdout.write(
  `seed ${seed}${control ? `, control '${control}'` : ''}: ${kills} kills${withDatabase ? ` and ${databaseKills} of the database` : ''}, ${processes} process${processes > 1 ? 'es' : ''}, ` +
    `${acknowledged} follow-ups acknowledged: ${lost.length} lost, ${duplicateSends.length} duplicate sends, ` +
    `${duplicatePosts.length} duplicate posts, ${maybe} maybe delivered (${seconds} s)\n`
)
if (control && wrong === 0) process.stdout.write('The weakened bot was not found out: this run proves nothing.\n')
process.exitCode = (control ? wrong > 0 : wrong === 0) ? 0 : 1
