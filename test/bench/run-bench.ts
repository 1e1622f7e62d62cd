import { cpus, totalmem } from 'node:os'
import { z } from 'zod'
import { atLeast, parseFlags } from '../support/parse-flags.ts'
import { runAndClose } from '../support/run-and-close.ts'
import { runSql } from '../support/run-sql.ts'
import { allFigures } from './all-figures.ts'
import { type BenchServer, createBench, type Figure, type Measured, openBenchServer, type Run, round } from './bench.ts'
import { watchOthers } from './process-stats.ts'
import { addToReport, redraw } from './report.ts'

// Measures the real bot beside what it is compared with, in turns, and writes down what was measured. Everything is on loopback, and
// only what was started here is stopped.

const FEWEST_ROUNDS = 5
const SHORT_ROUNDS = 2

const flags = z.object({
  short: z.boolean(),
  rounds: atLeast(1).optional(),
  as: z.enum(['before', 'now'], 'takes before or now'),
  note: z.string().optional(),
  to: z.string(),
  redraw: z.boolean()
})

function parseOptions(names: string[]) {
  const isKnown = (only: string) => only.split(',').every(name => names.includes(name))
  const only = z.string().refine(isKnown, `takes ${names.join(', ')}, separated by commas`)
  const options = parseFlags(flags.extend({ only: only.optional() }), {
    only: { type: 'string' },
    short: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    as: { type: 'string', default: 'now' },
    note: { type: 'string' },
    to: { type: 'string', default: 'docs' },
    redraw: { type: 'boolean', default: false }
  })
  const wanted = options.only?.split(',') ?? names
  const rounds = options.rounds ?? (options.short ? SHORT_ROUNDS : FEWEST_ROUNDS)
  return { ...options, rounds, isWanted: (name: string) => wanted.includes(name) }
}

const options = parseOptions(allFigures.map(({ name }) => name))
const opened = new AsyncDisposableStack()
const say = (words: string) => void process.stdout.write(`${words}\n`)

async function measureOne(figure: Figure, server: BenchServer): Promise<Measured> {
  const startedAt = performance.now()
  await using parts = new AsyncDisposableStack()
  const finished = (act: () => Promise<void>) => void parts.defer(act)
  opened.defer(() => parts.disposeAsync())
  const bench = createBench({ server, finished, isShort: options.short, rounds: options.rounds, say })
  const othersSince = await watchOthers(server.pid)
  const series = await figure.measure(bench)
  const harness = bench.harness()
  const othersCores = round(await othersSince())
  const tookSeconds = Math.round((performance.now() - startedAt) / 1_000)
  const ranAt = new Date().toISOString().slice(0, 16)
  for (const { who, cores } of harness) say(`  The load and the stand-ins beside ${who}: ${cores.toFixed(2)} of a core`)
  say(`  Others used ${othersCores.toFixed(2)} cores meanwhile`)
  return { ranAt, isShort: options.short, note: options.note, tookSeconds, othersCores, series, harness }
}

/** Each figure is written down as soon as it is there: a later one that fails costs only itself. */
async function run(): Promise<void> {
  const server = await openBenchServer(act => void opened.defer(act))
  const machine = await describeMachine(server.url)
  for (const figure of allFigures.filter(({ name }) => options.isWanted(name))) {
    say(`${figure.name}: ${figure.title}`)
    try {
      const measured = await measureOne(figure, server)
      await addToReport(options.to, options.as, { machine, figures: { [figure.name]: measured } })
      say(`  took ${measured.tookSeconds} s`)
    } catch (error) {
      say(`  FAILED: ${error instanceof Error ? error.stack : error}`)
      process.exitCode = 1
    }
  }
  say(`Written to ${options.to}`)
}

/** What absolute figures depend on, and nothing that names the machine. */
async function describeMachine(databaseUrl: string): Promise<Run['machine']> {
  const [row] = await runSql(databaseUrl, 'show server_version')
  const [first] = cpus()
  return {
    cores: cpus().length,
    cpu: first?.model ?? 'unknown',
    memoryGb: Math.round(totalmem() / 1_024 ** 3),
    node: process.version,
    postgres: String(row?.server_version)
  }
}

if (options.redraw) await redraw(options.to)
else await runAndClose(opened, run)
