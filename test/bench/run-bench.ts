import { allFigures } from './all-figures.ts'
import { type BenchServer, createBench, openServer } from './bench.ts'
import { parseOptions } from './bench-options.ts'
import { describeMachine } from './describe-machine.ts'
import type { Figure } from './figure.ts'
import { type Measured, round } from './measured.ts'
import { watchOthers } from './process-stats.ts'
import { addToReport, redraw } from './write-report.ts'

// Measures the real bot beside what it is compared with, in turns, and writes down what was measured. Everything is on loopback, and
// only what was started here is stopped.

const options = parseOptions(allFigures.map(({ name }) => name))
const opened = new AsyncDisposableStack()
let underWay: AsyncDisposableStack | undefined
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void endAll().finally(() => process.exit(130)))

async function endAll(): Promise<void> {
  await underWay?.disposeAsync()
  await opened.disposeAsync()
}

const say = (words: string) => void process.stdout.write(`${words}\n`)

async function measureOne(figure: Figure, server: BenchServer): Promise<Measured> {
  const startedAt = performance.now()
  await using parts = new AsyncDisposableStack()
  const finished = (act: () => Promise<void>) => void parts.defer(act)
  underWay = parts
  const bench = createBench({ server, finished, isShort: options.short, rounds: options.rounds, say })
  const othersSince = await watchOthers()
  const { series, harness = [] } = await figure.measure(bench)
  const othersCores = round(await othersSince())
  const tookSeconds = Math.round((performance.now() - startedAt) / 1_000)
  const ranAt = new Date().toISOString().slice(0, 16)
  for (const { who, cores } of harness) say(`  The load and the stand-ins beside ${who}: ${cores.toFixed(2)} of a core`)
  say(`  Others used ${othersCores.toFixed(2)} cores meanwhile`)
  return { ranAt, isShort: options.short, note: options.note, tookSeconds, othersCores, series, harness }
}

/** Each figure is written down as soon as it is there: a later one that fails costs only itself. */
async function run(): Promise<void> {
  const server = await openServer(act => void opened.defer(act))
  const machine = await describeMachine(server.server.url)
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

if (options.redraw) await redraw(options.to)
else await run().finally(() => opened.disposeAsync())
