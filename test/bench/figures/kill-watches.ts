import { setTimeout as sleep } from 'node:timers/promises'
import { eventually } from '../../support/eventually.ts'
import { createDataDir } from '../../support/office.ts'
import { runSql } from '../../support/run-sql.ts'
import { BOT, type Figure, most } from '../bench.ts'
import { openLine, openWatches } from '../open-line.ts'

const AT_WORK_MS = 5_000
// Between its looks at 5 and at 20 seconds, a young watch has none that could be due.
const GROWN_UP_MS = 15_000
const DEAD_MS = 3_000

/** With the embedded database, which outlives the bot: as most people run it. */
export const killWatches: Figure = {
  name: 'kill-watches',
  title: 'kill -9 under 1,000 watches (100 in a short run), and a restart three seconds later',
  bars: [
    { words: 'until the first due look', what: 'first look', reach: most(1), aim: most(0.4) },
    { words: 'until all looks that were due', what: 'all due looks', reach: most(5), aim: most(2) }
  ],
  async measure(bench) {
    const dataDir = await createDataDir(bench.finished)
    const line = await openLine(bench, { database: { DATA_DIR: dataDir } })
    await openWatches(bench, line)
    await sleep(GROWN_UP_MS)
    const side = async () => {
      await sleep(AT_WORK_MS)
      await line.kill()
      await sleep(DEAD_MS)
      const isDue = 'select job_id as job from followup.job where look_at_ms <= $1'
      const due = new Set((await runSql(line.databaseUrl, isDue, [Date.now()])).map(({ job }) => String(job)))
      const count = due.size
      const startedAt = performance.now()
      let firstS: number | undefined
      let lastS = 0
      const note = (job: string) => {
        const atS = (performance.now() - startedAt) / 1_000
        firstS ??= atS
        if (due.delete(job)) lastS = atS
      }
      line.agent.onRead.add(note)
      await line.restart()
      await eventually(() => due.size === 0 && firstS !== undefined, 'the due looks', {
        withinMs: 120_000,
        describe: () => `${due.size} of ${count} are left`
      })
      line.agent.onRead.delete(note)
      return { 'first look': firstS ?? 0, 'all due looks': lastS }
    }
    return bench.interleave({ [BOT]: side }, { 'first look': 's', 'all due looks': 's' })
  }
}
