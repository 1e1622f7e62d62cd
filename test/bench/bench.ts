import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { adminUrl } from '../support/admin-url.ts'
import { freePort } from '../support/free-port.ts'
import { openServer } from '../support/office.ts'
import { runSql } from '../support/run-sql.ts'
import { databasePid, type SpawnedBot, spawnBot } from '../support/spawned-bot.ts'
import type { Finished } from '../support/test-database.ts'
import { type Spent, startMeter } from './process-stats.ts'
import type { BenchAgent } from './stubs/bench-agent.ts'
import { type BenchSlack, createBenchSlack } from './stubs/bench-slack.ts'

/** What was measured of one contestant: one value for each round. */
const seriesSchema = z.object({
  who: z.string(),
  what: z.string(),
  unit: z.string(),
  values: z.array(z.number()).min(1)
})
export type Series = z.infer<typeof seriesSchema>

/** How much the load and the stand-ins took of one core themselves, while a contestant was measured. */
const harnessSchema = z.object({ who: z.string(), cores: z.number() })

const measuredSchema = z.object({
  ranAt: z.string(),
  isShort: z.boolean(),
  note: z.string().optional(),
  tookSeconds: z.number(),
  /** How many cores others used meanwhile: more than a little, and absolute figures say nothing. */
  othersCores: z.number(),
  series: z.array(seriesSchema),
  harness: z.array(harnessSchema)
})
export type Measured = z.infer<typeof measuredSchema>

const runSchema = z.object({
  machine: z.object({
    cores: z.number(),
    cpu: z.string(),
    memoryGb: z.number(),
    node: z.string(),
    postgres: z.string()
  }),
  figures: z.record(z.string(), measuredSchema)
})
export type Run = z.infer<typeof runSchema>

export const reportSchema = z.object({ before: runSchema.optional(), now: runSchema.optional() })
export type Report = z.infer<typeof reportSchema>

export function spread(values: number[]): { min: number; median: number; max: number } {
  return { min: Math.min(...values), median: percentile(values, 50), max: Math.max(...values) }
}

/** The smallest value that `share` per cent of all are not above. */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.max(Math.ceil((sorted.length * share) / 100) - 1, 0)] ?? Number.NaN
}

export const round = (value: number): number => Number(value.toPrecision(4))

/** The database server that all figures share, and its process. */
export type BenchServer = { url: string; pid: number }

export async function openBenchServer(finished: Finished): Promise<BenchServer> {
  const { url, dataDir } = await openServer(finished, { max_connections: '150' })
  return { url, pid: (await databasePid(dataDir)) ?? 0 }
}

export type Contestant = SpawnedBot & { port: number }

export type StartOptions = {
  slack: BenchSlack
  agent?: BenchAgent
  transport?: 'socket' | 'http'
  /** A file in contestants, in place of the bot. */
  instead?: string | undefined
  /** A database on the shared server, or a folder for a server of its own. */
  database?: { DATABASE_URL: string } | { DATA_DIR: string }
  env?: Record<string, string>
}

/** A bound on a value, or, with `times`, on its ratio to the baseline's. */
export type Bound = { least?: number; most?: number; times?: boolean }

/** A row of the table: one of the values measured, whose it is compared with, and what it should reach. */
export type Bar = {
  words: string
  what: string
  baseline?: string
  reach?: Bound
  aim?: Bound
  /** Of whom, if not of the bot. */
  who?: string
}

/** One subject. */
export type Figure = {
  name: string
  title: string
  bars: Bar[]
  measure(bench: Bench): Promise<Series[]>
}

export const BOT = 'Agent Follow-up'
export const BOLT = 'bare Bolt'
export const BOLT_INSERT = 'Bolt + one insert'
export const GOT = 'got + zod'
export const TUTORIAL = 'tutorial bot'
export const CHAT_SDK = 'Chat SDK'

export const least = (least: number): Bound => ({ least })
export const most = (most: number): Bound => ({ most })
export const leastTimes = (least: number): Bound => ({ least, times: true })
export const mostTimes = (most: number): Bound => ({ most, times: true })

export type Bench = ReturnType<typeof createBench>

/** What a figure measures with. Whatever it opens ends with it. */
export function createBench({ server, finished, isShort, rounds, say }: BenchOptions) {
  let databases = 0
  const harness: { who: string; cores: number }[] = []

  async function createDatabase(): Promise<{ DATABASE_URL: string; name: string }> {
    const name = `bench_${process.pid}_${Date.now()}_${++databases}`
    await runSql(adminUrl(server.url), `create database ${name} owner followup`)
    finished(async () => void (await runSql(adminUrl(server.url), `drop database ${name} with (force)`)))
    return { DATABASE_URL: Object.assign(new URL(server.url), { pathname: `/${name}` }).href, name }
  }

  /** Starts the bot, or another contestant, as a process of its own. */
  async function start({ slack, agent, transport = 'http', instead, database, env = {} }: StartOptions) {
    const port = await freePort()
    const bot = spawnBot(
      {
        ...slack.env,
        ...(transport === 'http' && { SLACK_APP_TOKEN: '' }),
        AGENT_API_URL: agent?.url ?? 'http://127.0.0.1:9',
        AGENT_PROJECT_ID: 'project-1',
        AGENT_API_KEY: 'bench-key',
        AGENT_HOURLY_LIMIT: '1000000',
        AGENT_READS_PER_MINUTE: '1000000',
        LOG_LEVEL: 'error',
        PORT: String(port),
        ...database,
        ...env
      },
      { finished, ...(instead && { entry: fileURLToPath(new URL(instead, import.meta.url)) }) }
    )
    await bot.waitUntilReady()
    if (transport === 'http') slack.deliverTo(port)
    const contestant: Contestant = { ...bot, port }
    return contestant
  }

  return {
    isShort,
    rounds,
    say,
    finished,
    server,
    createDatabase,
    start,
    openSlack: () => createBenchSlack({ finished }),
    /** Measures what a contestant spends from now on, and, with its name, what the load took beside it. */
    async meter(bot: number, who?: string): Promise<() => Promise<Spent>> {
      const stop = await startMeter({ bot, database: server.pid })
      return async () => {
        const spent = await stop()
        if (who !== undefined) harness.push({ who, cores: spent.harnessCores })
        return spent
      }
    },
    /** One number for each contestant. */
    harness: () =>
      [...Map.groupBy(harness, ({ who }) => who)].map(([who, ones]) => ({
        who,
        cores: Number((ones.reduce((sum, { cores }) => sum + cores, 0) / ones.length).toPrecision(2))
      })),
    /** How long to measure in a full run, and in a short one. */
    durationMs: (fullS: number, shortS: number) => (isShort ? shortS : fullS) * 1_000,
    interleave: (sides: Record<string, Side>, units: Record<string, string>) => interleave(sides, units, rounds, say)
  }
}

type BenchOptions = {
  server: BenchServer
  finished: Finished
  isShort: boolean
  rounds: number
  say: (words: string) => void
}

/** One round of one contestant: what was measured → the value. */
export type Side = (round: number) => Promise<Record<string, number>>

/** ABAB: one round of each in turn, so that whatever else the machine does meets all of them alike. */
async function interleave(
  sides: Record<string, Side>,
  units: Record<string, string>,
  rounds: number,
  say: (words: string) => void
): Promise<Series[]> {
  const { note, series } = collect(units)
  for (let round = 0; round < rounds; round++)
    for (const [who, side] of Object.entries(sides)) {
      const found = await side(round)
      note(who, found)
      const words = Object.entries(found).map(([what, value]) => `${what} ${value.toPrecision(3)}`)
      say(`  ${round + 1}/${rounds} ${who}: ${words.join(', ')}`)
    }
  return series()
}

/** What is found of each contestant, round by round. */
export function collect(units: Record<string, string>) {
  const series = new Map<string, Series>()
  return {
    note(who: string, found: Record<string, number>): void {
      for (const [what, value] of Object.entries(found)) {
        const one = series.get(`${who}/${what}`) ?? { who, what, unit: units[what] ?? '', values: [] }
        one.values.push(Number(value.toPrecision(4)))
        series.set(`${who}/${what}`, one)
      }
    },
    series: () => [...series.values()]
  }
}

/** How many transactions one database has committed so far, as the server counts them. */
export async function countCommits(serverUrl: string, name: string): Promise<number> {
  const [row] = await runSql(
    adminUrl(serverUrl),
    'select xact_commit as commits from pg_stat_database where datname = $1',
    [name]
  )
  return Number(row?.commits)
}
