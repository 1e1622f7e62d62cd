import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { runSql } from '../../support/run-sql.ts'
import { type Bar, type Bench, BOT, type Bound, type Figure, most, percentile, round, type Series } from '../bench.ts'
import { addWatches, type Line, openLine } from '../open-line.ts'
import { residentMb } from '../process-stats.ts'

const ANSWERS_AFTER_MS = 1_000
// All jobs have then been looked at, and the next looks are planned as the bot plans them.
const ROUND_MS = 40_000
const FAST_MS = 10_000

const planned = z.array(
  z.object({ job: z.string(), atMs: z.coerce.number().nullable(), seenMs: z.coerce.number().nullable() })
)

const UNITS: Record<string, string> = {
  'never looked at': 'jobs',
  'worst stretch': '×',
  'median stretch': '×',
  looks: '/s',
  'CPU of the bot, fast service': '% of a core',
  memory: 'MB',
  'memory added': 'MB'
}

const barsFor = (count: string): Bar[] =>
  (
    [
      ['jobs never looked at', 'never looked at', most(0), most(0)],
      ['the worst wait for a look, as a multiple of the planned one', 'worst stretch', most(1.5)],
      ['the median of it', 'median stretch'],
      ['looks a second', 'looks'],
      ["the bot's CPU with a fast service", 'CPU of the bot, fast service', undefined, most(10)],
      ["the bot's memory", 'memory'],
      ['of that, added since it was idle', 'memory added', most(60)]
    ] as [string, string, Bound?, Bound?][]
  ).map(([words, what, reach, aim]) => ({
    words: `${count} watches: ${words}`,
    what: `${count}: ${what}`,
    ...(reach && { reach }),
    ...(aim && { aim })
  }))

/** Who waits when reading a job takes a second: each for its turn, or some for ever. */
export const slowService: Figure = {
  name: 'slow-service',
  title: 'Many watches, with an agent service that takes a second to answer',
  bars: ['3,000', '10,000'].flatMap(barsFor),
  async measure(bench) {
    const series: Series[] = []
    for (const count of bench.isShort ? [300] : [3_000, 10_000]) {
      const words = count.toLocaleString('en')
      const line = await openLine(bench, {})
      await sleep(2_000)
      const idleMb = await residentMb(line.bot().pid)
      await addWatches(line, count)
      await sleep(ROUND_MS)
      const stop = await bench.meter(line.bot().pid, `${words} watches`)
      await sleep(bench.isShort ? FAST_MS / 2 : FAST_MS)
      const spent = await stop()
      line.agent.behaviour.answersAfterMs = ANSWERS_AFTER_MS
      const found = await watchLooks(bench, line)
      const memoryMb = await residentMb(line.bot().pid)
      line.bot().kill('SIGKILL')
      const all = {
        ...found,
        memory: memoryMb,
        'memory added': memoryMb - idleMb,
        'CPU of the bot, fast service': (100 * spent.botMs) / spent.elapsedMs
      }
      const said = Object.entries(all).map(([what, value]) => `${what} ${round(value)}`)
      bench.say(`  ${count} watches: ${said.join(', ')}`)
      for (const [what, value] of Object.entries(all))
        series.push({ who: BOT, what: `${words}: ${what}`, unit: UNITS[what] ?? '', values: [round(value)] })
    }
    return series
  }
}

/** The next look at each job from now on, beside what was planned for it. */
async function watchLooks(bench: Bench, line: Line) {
  const lookedAtMs = new Map<string, number>()
  let looks = 0
  const plans = planned.parse(
    await runSql(
      line.databaseUrl,
      'select job_id as job, look_at_ms as "atMs", seen_at_ms as "seenMs" from followup.job'
    )
  )
  const startMs = Date.now()
  const note = (job: string) => {
    looks += 1
    if (!lookedAtMs.has(job)) lookedAtMs.set(job, Date.now())
  }
  line.agent.onRead.add(note)
  await sleep(bench.durationMs(75, 30))
  line.agent.onRead.delete(note)
  const endMs = Date.now()
  const firstMs = plans.map(({ job }) => lookedAtMs.get(job) ?? endMs)
  const stretches = plans.flatMap(({ atMs, seenMs }, place) => {
    const [dueMs, since] = [atMs ?? startMs, seenMs ?? startMs]
    // Its look was under way when the clock started: the next one is not planned yet.
    if (dueMs <= startMs) return []
    return ((firstMs[place] ?? endMs) - since) / Math.max(dueMs - since, 1_000)
  })
  return {
    looks: (looks * 1_000) / (endMs - startMs),
    'never looked at': plans.filter(({ job }) => !lookedAtMs.has(job)).length,
    'median stretch': percentile(stretches, 50),
    'worst stretch': Math.max(...stretches)
  }
}
