import { setTimeout as sleep } from 'node:timers/promises'
import { countCommits } from '../bench.ts'
import { BOLT, BOT, type Figure } from '../figure.ts'
import type { Series } from '../measured.ts'
import { residentMb, wakeUps } from '../process-stats.ts'
import { createBenchAgent } from '../stubs/bench-agent.ts'

const SETTLE_MS = 8_000
const SLICES = 5

/** What a bot costs that has nothing to do: over Socket Mode, whose pings are part of it. */
export const idle: Figure = {
  name: 'idle',
  title: 'A minute in which nothing happens',
  bars: [
    { words: 'commits a minute', what: 'commits', reach: { most: 60 }, aim: { most: 10 } },
    { words: 'wake-ups of the bot', what: 'wake-ups', baseline: BOLT, reach: { most: 3 }, aim: { most: 1 } },
    { words: 'wake-ups of the database', what: 'wake-ups of the database' },
    {
      words: 'memory of the bot',
      what: 'memory',
      baseline: BOLT,
      reach: { most: 1.5, times: true },
      aim: { most: 1.25, times: true }
    }
  ],
  async measure(bench) {
    const agent = await createBenchAgent(bench)
    const database = await bench.createDatabase()
    const start = async (instead?: string) =>
      bench.start({ slack: await bench.openSlack(), agent, database, transport: 'socket', ...(instead && { instead }) })
    const pids = [
      { who: BOT, pid: (await start()).pid },
      { who: BOLT, pid: (await start('contestants/bare-bolt.ts')).pid }
    ]
    await sleep(bench.isShort ? SETTLE_MS / 2 : SETTLE_MS)
    const series = new Map<string, Series>()
    const note = (who: string, what: string, unit: string, value: number) => {
      const one = series.get(`${who}/${what}`) ?? { who, what, unit, values: [] }
      one.values.push(Number(value.toPrecision(3)))
      series.set(`${who}/${what}`, one)
    }
    for (let slice = 0; slice < SLICES; slice++) {
      const before = await Promise.all([...pids.map(({ pid }) => wakeUps(pid)), wakeUps(bench.databasePid)])
      const commitsBefore = await countCommits(bench.server.url, database.name)
      const startedAt = performance.now()
      await sleep(bench.durationMs(60, 5) / SLICES)
      const seconds = (performance.now() - startedAt) / 1_000
      const after = await Promise.all([...pids.map(({ pid }) => wakeUps(pid)), wakeUps(bench.databasePid)])
      const rate = (place: number) => ((after[place] ?? 0) - (before[place] ?? 0)) / seconds
      for (const [place, { who, pid }] of pids.entries()) {
        note(who, 'wake-ups', '/s', rate(place))
        note(who, 'memory', 'MB', await residentMb(pid))
      }
      note(BOT, 'wake-ups of the database', '/s', rate(pids.length))
      note(
        BOT,
        'commits',
        '/min',
        ((await countCommits(bench.server.url, database.name)) - commitsBefore) * (60 / seconds)
      )
    }
    return { series: [...series.values()] }
  }
}
