import { createHash } from 'node:crypto'
import { z } from 'zod'
import { adminUrl } from '../support/admin-url.ts'
import { NOT_DURABLE } from '../support/database-server.ts'
import { databaseUrl } from '../support/database-url.ts'
import { openServer } from '../support/office.ts'
import { atLeast, parseFlags } from '../support/parse-flags.ts'
import { runAndClose } from '../support/run-and-close.ts'
import { runSql } from '../support/run-sql.ts'
import { sayProgress } from '../support/say-progress.ts'
import { makeSmaller } from './make-smaller.ts'
import { type Simulated, simulate, stepsOfADay, sumUp } from './simulate.ts'

const ENOUGH_DAYS = 50
const { seeds, from: first } = parseFlags(z.object({ seeds: atLeast(1), from: atLeast(1) }), {
  seeds: { type: 'string', default: '50' },
  from: { type: 'string', default: '1' }
})
const last = first + seeds - 1

const opened = new AsyncDisposableStack()
const finished = (act: () => Promise<void>) => void opened.defer(act)

const days = await runAndClose(opened, async () => {
  const { url } = await openServer(finished, NOT_DURABLE)
  const simulated: Simulated[] = []
  using _progress = sayProgress(() => `${simulated.length} of ${seeds} days`)
  for (let seed = first; seed <= last; seed++) simulated.push(await simulateIn(url, seed))
  return simulated
})

const sum = (figure: (day: Simulated) => number) => days.reduce((total, day) => total + figure(day), 0)
const failed = days.filter(({ broken }) => broken.length > 0)
process.stdout.write(
  `${days.length} random days (seeds ${first} to ${last}), ${Math.round(sum(({ hours }) => hours))} hours of traffic: ` +
    `${sum(({ followups }) => followups)} follow-ups, ${sum(({ sends }) => sends)} sends, ${failed.length} days with a broken promise\n`
)
const happened = sumUp(days)
for (const [what, times] of happened) process.stdout.write(`  ${times} ${what}\n`)
// A promise that had no occasion to be broken was not tried.
const isMissing = days.length >= ENOUGH_DAYS && [...happened.values()].includes(0)
process.exitCode = failed.length === 0 && !isMissing ? 0 : 1

async function live(serverUrl: string, seed: number, steps?: number[]): Promise<Simulated> {
  const name = `seed_${seed}`
  await runSql(adminUrl(serverUrl), `create database ${name} owner followup`)
  const day = await simulate(seed, databaseUrl(serverUrl, name), steps)
  await runSql(adminUrl(serverUrl), `drop database ${name} with (force)`)
  return day
}

async function simulateIn(serverUrl: string, seed: number): Promise<Simulated> {
  const day = await live(serverUrl, seed)
  const words = day.broken.length === 0 ? 'kept' : `BROKEN\n${day.broken.map(line => `    ${line}`).join('\n')}`
  // The same for the same seed, or else something besides the seed has decided what people did.
  const fingerprint = createHash('sha256').update(day.account.join()).digest('hex').slice(0, 8)
  process.stdout.write(`seed ${seed} (${fingerprint}): ${day.followups} follow-ups, ${day.sends} sends, ${words}\n`)
  // A day that does not end would take as long each time.
  if (day.broken.length > 0 && day.account.length > 0) await sayTheLeast(serverUrl, seed)
  return day
}

/** The fewest steps of a day with a broken promise that still break one. */
async function sayTheLeast(serverUrl: string, seed: number): Promise<void> {
  const isAtFault = async (steps: number[]) => (await live(serverUrl, seed, steps)).broken.length > 0
  const steps = await makeSmaller(stepsOfADay(), isAtFault)
  const { broken, account } = await live(serverUrl, seed, steps)
  const lines = [`of its steps, ${steps.join(', ')} are enough:`, ...broken, ...account].join('\n    ')
  process.stdout.write(`  ${lines}\n`)
}
