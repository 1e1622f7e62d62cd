import { setTimeout as sleep } from 'node:timers/promises'
import { eventually } from '../../support/eventually.ts'
import { type Bench, type Contestant, type Figure, mostTimes } from '../bench.ts'
import { openLoop } from '../drive-load.ts'
import { type Line, openLine } from '../open-line.ts'

const COUNTS = [1, 2, 4, 8]
const PER_SECOND = 15
const WORKS_MS = 2_000
const IDLE_MS = 4_000
const PATIENT = { withinMs: 120_000 }
const whoOf = (count: number) => (count === 1 ? '1 process' : `${count} processes`)

/** What sharing one database costs: the same load, spread over more and more processes. */
export const processes: Figure = {
  name: 'processes',
  title: 'Whole follow-ups, 15 a second, from several processes on one PostgreSQL',
  bars: COUNTS.slice(1).map(count => ({
    words: `${whoOf(count)}: CPU for each, bots and database`,
    what: 'CPU of both',
    who: whoOf(count),
    baseline: whoOf(1),
    reach: mostTimes(1.43)
  })),
  async measure(bench) {
    const sides: Record<string, () => Promise<Record<string, number>>> = {}
    for (const count of COUNTS) {
      const { line, bots } = await open(bench, count)
      sides[whoOf(count)] = () => measureOnce(bench, line, bots)
    }
    return bench.interleave(sides, { 'CPU of both': 'ms each' })
  }
}

async function open(bench: Bench, count: number) {
  const database = await bench.createDatabase()
  const line = await openLine(bench, { database, transport: 'socket' })
  const bots: Pick<Contestant, 'pid'>[] = [line.bot()]
  while (bots.length < count)
    bots.push(await bench.start({ slack: line.slack, agent: line.agent, database, transport: 'socket' }))
  line.agent.behaviour.worksMs = WORKS_MS
  return { line, bots }
}

/** Without what standing by would have cost in the same time. */
async function measureOnce(bench: Bench, line: Line, bots: Pick<Contestant, 'pid'>[]) {
  const idle = await spend(bench, bots, () => sleep(IDLE_MS))
  const before = line.takenAtMs.size
  const busy = await spend(bench, bots, async () => {
    await openLoop({ act: line.give, perSecond: PER_SECOND, ms: bench.durationMs(8, 2) })
    await eventually(() => line.results.size === line.takenAtMs.size, 'all the results', PATIENT)
  })
  const each = line.takenAtMs.size - before
  const share = busy.elapsedMs / idle.elapsedMs
  const databaseMs = busy.databaseMs - share * idle.databaseMs
  const botMs = busy.botMs - share * idle.botMs
  return { 'CPU of both': (botMs + databaseMs) / each }
}

async function spend(bench: Bench, bots: Pick<Contestant, 'pid'>[], act: () => Promise<unknown>) {
  const stops = await Promise.all(bots.map(({ pid }) => bench.meter(pid)))
  await act()
  const spent = await Promise.all(stops.map(stop => stop()))
  const [{ databaseMs, elapsedMs } = { databaseMs: 0, elapsedMs: 1 }] = spent
  return { botMs: spent.reduce((sum, one) => sum + one.botMs, 0), databaseMs, elapsedMs }
}
