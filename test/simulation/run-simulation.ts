import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { startEmbeddedServer } from '../../src/database/embedded-server.ts'
import { adminUrl } from '../support/admin-url.ts'
import { databaseUrl } from '../support/database-url.ts'
import { runSql } from '../support/run-sql.ts'
import { type Simulated, simulate, sumUp } from './simulate.ts'

const ENOUGH_DAYS = 50
const count = z.coerce.number().int().min(1)
const { values } = parseArgs({
  options: { seeds: { type: 'string', default: '50' }, from: { type: 'string', default: '1' } }
})
const first = count.parse(values.from)
const last = first + count.parse(values.seeds) - 1

const folder = await mkdtemp(join(tmpdir(), 'agent-followup-simulation-'))
const server = await startEmbeddedServer(folder, { fsync: 'off', synchronous_commit: 'off' })
const days: Simulated[] = []
try {
  for (let seed = first; seed <= last; seed++) days.push(await simulateIn(`seed_${seed}`, seed))
} finally {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}

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

async function simulateIn(name: string, seed: number): Promise<Simulated> {
  await runSql(adminUrl(server.url), `create database ${name} owner followup`)
  const day = await simulate(seed, databaseUrl(server.url, name))
  await runSql(adminUrl(server.url), `drop database ${name} with (force)`)
  const words = day.broken.length === 0 ? 'kept' : `BROKEN\n${day.broken.map(line => `    ${line}`).join('\n')}`
  process.stdout.write(`seed ${seed}: ${day.followups} follow-ups, ${day.sends} sends, ${words}\n`)
  return day
}
