import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { runSql } from '../../support/run-sql.ts'
import type { Bench } from '../bench.ts'
import { BOT, type Figure } from '../figure.ts'
import { percentile, round, type Series } from '../measured.ts'
import { addWatches, type Line, openLine } from '../open-line.ts'
import { residentMb } from '../process-stats.ts'

const ANSWERS_AFTER_MS = 1_000
// All jobs have then been looked at, and the next looks are planned as the bot plans them.
const ROUND_MS = 40_000
const FAST_MS = 10_000

const planned = z.array(
  z.object({ job: z.string(), atMs: z.coerce.number().nullable(), seenMs: z.coerce.number().nullable() })
)

const barsFor = (count: string) => [
  {
    words: `${count} watches: jobs never looked at`,
    what: `${count}: never looked at`,
    reach: { most: 0 },
    aim: { most: 0 }
  },
  {
    words: `${count} watches: the worst wait for a look, as a multiple of the planned one`,
    what: `${count}: worst stretch`,
    reach: { most: 1.5 }
  },
  { words: `${count} watches: the median of it`, what: `${count}: median stretch` },
  { words: `${count} watches: looks a second`, what: `${count}: looks` },
  {
    words: `${count} watches: the bot's CPU with a fast service`,
    what: `${count}: CPU of the bot, fast service`,
    aim: { most: 10 }
  },
  { words: `${count} watches: the bot's memory`, what: `${count}: memory` },
  {
    words: `${count} watches: of that, added since it was idle`,
    what: `${count}: memory added`,
    reach: { most: 60 }
  }
]

/** Who waits when reading a job takes a second: each for its turn, or some for ever. */
export const slowService: Figure = {
  name: 'slow-service',
  title: 'Many watches, with an agent service that takes a second to answer',
  bars: ['3,000', '10,000'].flatMap(barsFor),
  async measure(bench) {
    const series: Series[] = []
    const harness: { who: string; cores: number }[] = []
    for (const count of bench.isShort ? [300] : [3_000, 10_000]) {
      const words = count.toLocaleString('en')
      const line = await openLine(bench, {})
      await sleep(2_000)
      const idleMb = await residentMb(line.bot().pid)
      await addWatches(line, count)
      await sleep(ROUND_MS)
      const stop = await bench.meter(line.bot().pid)
      await sleep(bench.isShort ? FAST_MS / 2 : FAST_MS)
      const spent = await stop()
      line.agent.behaviour.answersAfterMs = ANSWERS_AFTER_MS
      const found = await watchLooks(bench, line)
      const memoryMb = await residentMb(line.bot().pid)
      line.bot().kill('SIGKILL')
      const all = {
        ...found,
        memory: { value: memoryMb, unit: 'MB' },
        'memory added': { value: memoryMb - idleMb, unit: 'MB' },
        'CPU of the bot, fast service': { value: (100 * spent.botMs) / spent.elapsedMs, unit: '% of a core' }
      }
      for (const [what, { value, unit }] of Object.entries(all))
        series.push({ who: BOT, what: `${words}: ${what}`, unit, values: [round(value)] })
      bench.say(
        `  ${count} watches: ${Object.entries(all)
          .map(([what, { value }]) => `${what} ${round(value)}`)
          .join(', ')}`
      )
      const who = `${words} watches`
      harness.push({ who, cores: Number(spent.harnessCores.toPrecision(2)) })
    }
    return { series, harness }
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
    looks: { value: (looks * 1_000) / (endMs - startMs), unit: '/s' },
    'never looked at': { value: plans.filter(({ job }) => !lookedAtMs.has(job)).length, unit: 'jobs' },
    'median stretch': { value: percentile(stretches, 50), unit: '×' },
    'worst stretch': { value: Math.max(...stretches), unit: '×' }
  }
}
