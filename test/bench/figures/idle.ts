import { setTimeout as sleep } from 'node:timers/promises'
import { BOLT, BOT, collect, countCommits, type Figure, most, mostTimes } from '../bench.ts'
import { residentMb, wakeUps } from '../process-stats.ts'
import { createBenchAgent } from '../stubs/bench-agent.ts'

const SETTLE_MS = 8_000
const SLICES = 5
const UNITS = { commits: '/min', 'wake-ups': '/s', 'wake-ups of the database': '/s', memory: 'MB' }

/** What a bot costs that has nothing to do: over Socket Mode, whose pings are part of it. */
export const idle: Figure = {
  name: 'idle',
  title: 'A minute in which nothing happens',
  bars: [
    { words: 'commits a minute', what: 'commits', reach: most(60), aim: most(10) },
    { words: 'wake-ups of the bot', what: 'wake-ups', baseline: BOLT, reach: most(3), aim: most(1) },
    { words: 'wake-ups of the database', what: 'wake-ups of the database' },
    { words: 'memory of the bot', what: 'memory', baseline: BOLT, reach: mostTimes(1.5), aim: mostTimes(1.25) }
  ],
  async measure(bench) {
    const agent = await createBenchAgent(bench)
    const database = await bench.createDatabase()
    const start = async (instead?: string) =>
      (await bench.start({ slack: await bench.openSlack(), agent, database, transport: 'socket', instead })).pid
    const pids = { [BOT]: await start(), [BOLT]: await start('contestants/bare-bolt.ts') }
    await sleep(bench.isShort ? SETTLE_MS / 2 : SETTLE_MS)
    const count = async () => ({
      commits: await countCommits(bench.server.url, database.name),
      wakeUps: await Promise.all([...Object.values(pids), bench.server.pid].map(wakeUps))
    })
    const { note, series } = collect(UNITS)
    for (let slice = 0; slice < SLICES; slice++) {
      const before = await count()
      const startedAt = performance.now()
      await sleep(bench.durationMs(60, 5) / SLICES)
      const seconds = (performance.now() - startedAt) / 1_000
      const after = await count()
      const rates = after.wakeUps.map((times, place) => (times - (before.wakeUps[place] ?? 0)) / seconds)
      for (const [place, [who, pid]] of Object.entries(pids).entries())
        note(who, { 'wake-ups': rates[place] ?? 0, memory: await residentMb(pid) })
      const commits = (after.commits - before.commits) * (60 / seconds)
      note(BOT, { 'wake-ups of the database': rates.at(-1) ?? 0, commits })
    }
    return series()
  }
}
