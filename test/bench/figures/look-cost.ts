import { setTimeout as sleep } from 'node:timers/promises'
import { BOT, type Figure, GOT, mostTimes } from '../bench.ts'
import { addWatches, openLine } from '../open-line.ts'
import { createBenchAgent } from '../stubs/bench-agent.ts'

const WATCHES = 1_000
// All jobs have then been looked at: what the bot first learns of them is no longer news.
const ROUND_MS = 40_000
const READS_PER_SECOND = 100

const UNITS = { 'CPU of the bot': 'ms each', 'CPU of both': 'ms each' }

/** What one look at a job that has no news costs, with all that the bot does besides. */
export const lookCost: Figure = {
  name: 'look-cost',
  title: 'One look at a job without news, under 1,000 watches',
  bars: [
    {
      words: 'CPU of a look, bot and database',
      what: 'CPU of both',
      baseline: GOT,
      reach: mostTimes(2),
      aim: mostTimes(1.3)
    },
    { words: 'of that, in the bot', what: 'CPU of the bot', baseline: GOT }
  ],
  async measure(bench) {
    const line = await openLine(bench, {})
    await addWatches(line, WATCHES)
    await sleep(ROUND_MS)
    const agent = await createBenchAgent(bench)
    const reader = await bench.start({
      slack: line.slack,
      agent,
      transport: 'socket',
      instead: 'contestants/read-jobs.ts',
      env: { READS_PER_SECOND: String(READS_PER_SECOND) }
    })
    const ms = bench.durationMs(10, 5)
    const side = (who: string, pid: number, reads: () => number, withDatabase: boolean) => async () => {
      const before = reads()
      const stop = await bench.meter(pid, who)
      await sleep(ms)
      const spent = await stop()
      const looks = reads() - before
      const databaseMs = withDatabase ? spent.databaseMs : 0
      return { 'CPU of the bot': spent.botMs / looks, 'CPU of both': (spent.botMs + databaseMs) / looks }
    }
    const sides = {
      [BOT]: side(BOT, line.bot().pid, line.agent.reads, true),
      [GOT]: side(GOT, reader.pid, agent.reads, false)
    }
    return bench.interleave(sides, UNITS)
  }
}
