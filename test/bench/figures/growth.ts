import { type Bench, BOT, type Figure, leastTimes, mostTimes, percentile } from '../bench.ts'
import { storePast } from '../store-past.ts'
import { createBenchAgent } from '../stubs/bench-agent.ts'
import { measureAcks } from './acks.ts'

const EMPTY = 'an empty database'
const STATUS_ASKED = 40

/** What a long past costs: the same bot, once with a million follow-ups, posts and deliveries behind it. */
export const growth: Figure = {
  name: 'growth',
  title: 'With a million past follow-ups, posts and deliveries (10,000 in a short run)',
  bars: [
    { words: 'acknowledgements a second', what: 'acks', baseline: EMPTY, reach: leastTimes(0.83) },
    { words: 'p99 of an acknowledgement', what: 'p99', baseline: EMPTY },
    { words: 'CPU each, bot and database', what: 'CPU of both', baseline: EMPTY },
    { words: '`status`, until it is shown', what: 'status', baseline: EMPTY, reach: mostTimes(1.2) }
  ],
  async measure(bench) {
    const sides = { [BOT]: await open(bench, true), [EMPTY]: await open(bench, false) }
    // First: behind the commands below nobody works, and they would stand in the way.
    const status = await bench.interleave(
      { [BOT]: () => askForStatus(sides[BOT]), [EMPTY]: () => askForStatus(sides[EMPTY]) },
      { status: 'ms' }
    )
    return [...status, ...(await measureAcks(bench, sides))]
  }
}

type Opened = Awaited<ReturnType<typeof open>>

async function open(bench: Bench, hasPast: boolean) {
  const slack = await bench.openSlack()
  const agent = await createBenchAgent(bench)
  const database = await bench.createDatabase()
  const bot = await bench.start({ slack, agent, instead: 'contestants/ack-only-bot.ts', database })
  if (hasPast) await storePast(bench, database.DATABASE_URL)
  let number = 0
  return { slack, bot, command: () => slack.command(`job_${++number} add examples to page ${number}`) }
}

async function askForStatus({ slack }: Opened) {
  const tookMs: number[] = []
  for (let asked = 1; asked <= STATUS_ASKED; asked += 1) {
    const from = performance.now()
    await slack.ask(`status past_${asked}`)
    tookMs.push(performance.now() - from)
  }
  return { status: percentile(tookMs, 50) }
}
