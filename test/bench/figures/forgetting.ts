import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { BOT, type Figure, mostTimes, percentile, type Series } from '../bench.ts'
import { openLoop } from '../drive-load.ts'
import { storePast } from '../store-past.ts'

const FORGET = fileURLToPath(new URL('../../../src/forget.ts', import.meta.url))
const QUIET = 'nothing is forgotten'
const PAST = { full: 1_000_000, short: 10_000 }
const PER_SECOND = 50
const SLICE_MS = 10_000

/** A million old follow-ups are deleted while commands come. */
export const forgetting: Figure = {
  name: 'forgetting',
  title: 'While a million old follow-ups are forgotten (10,000 in a short run), 50 commands a second',
  bars: [
    { words: 'p50 of an acknowledgement', what: 'p50', baseline: QUIET },
    { words: 'p99 of an acknowledgement', what: 'p99', baseline: QUIET, reach: mostTimes(1.2) },
    { words: 'follow-ups forgotten a second', what: 'forgotten' }
  ],
  async measure(bench) {
    const past = bench.isShort ? PAST.short : PAST.full
    const slack = await bench.openSlack()
    const database = await bench.createDatabase()
    await bench.start({ slack, instead: 'contestants/ack-only-bot.ts', database })
    await storePast(database.DATABASE_URL, past)
    let number = 0
    const act = () => slack.command(`job_${++number} add examples to page ${number}`)
    const sliceMs = bench.durationMs(SLICE_MS / 1_000, 1)
    const slices: Record<string, number[][]> = { [BOT]: [], [QUIET]: [] }
    const measureSlice = async (who: string) => {
      const { latenciesMs } = await openLoop({ act, perSecond: PER_SECOND, ms: sliceMs })
      slices[who]?.push(latenciesMs)
    }
    await measureSlice(QUIET)

    const { DATABASE_URL } = database
    const env = { PATH: process.env.PATH, DATABASE_URL }
    const startedAt = performance.now()
    const forget = spawn(process.execPath, [FORGET, '--before', '2026-01-01', '--yes'], {
      cwd: tmpdir(),
      env,
      stdio: 'inherit'
    })
    bench.finished(async () => void forget.kill('SIGKILL'))
    let isOver = false
    const over = once(forget, 'exit').then(([code]) => {
      if (code !== 0) throw new Error(`forget ended with ${code}`)
      isOver = true
      return performance.now()
    })
    while (!isOver) await measureSlice(BOT)
    const seconds = ((await over) - startedAt) / 1_000
    for (let again = 0; again < 3; again++) await measureSlice(QUIET)

    const ofSlices = (who: string, share: number): Series => ({
      ...{ who, what: `p${share}`, unit: 'ms', values: (slices[who] ?? []).map(all => percentile(all, share)) }
    })
    bench.say(`  ${past} follow-ups forgotten in ${seconds.toFixed(0)} s`)
    return [
      ...[BOT, QUIET].flatMap(who => [ofSlices(who, 50), ofSlices(who, 99)]),
      { who: BOT, what: 'forgotten', unit: '/s', values: [past / seconds] }
    ]
  }
}
