import { type ChildProcess, spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { eventually } from '../../support/eventually.ts'
import { runSql } from '../../support/run-sql.ts'
import { BOT, collect, type Figure, mostTimes, percentile } from '../bench.ts'
import { openLoop } from '../drive-load.ts'
import { openLine } from '../open-line.ts'
import { storePast } from '../store-past.ts'

const FORGET = fileURLToPath(new URL('../../../src/forget.ts', import.meta.url))
const QUIET = 'the same bot, nothing is forgotten'
const PAST = { full: 1_000_000, short: 10_000 }
const PER_SECOND = 20
/** In each round; more would forget all there is. */
const TURNS = { full: 5, short: 1 }
const UNITS = { p50: 'ms', p99: 'ms', forgotten: '/s' }

/** Old follow-ups are deleted while people send commands. */
export const forgetting: Figure = {
  name: 'forgetting',
  title: `While a million old follow-ups are being forgotten (10,000 in a short run), ${PER_SECOND} commands a second`,
  bars: [
    { words: 'p50 of an acknowledgement', what: 'p50', baseline: QUIET },
    { words: 'p99 of an acknowledgement', what: 'p99', baseline: QUIET, reach: mostTimes(1.2) },
    { words: 'follow-ups forgotten a second', what: 'forgotten' }
  ],
  async measure(bench) {
    const line = await openLine(bench, {})
    line.agent.behaviour.worksMs = 0
    const past = bench.isShort ? PAST.short : PAST.full
    bench.say(`  Storing ${past} past follow-ups, posts and deliveries`)
    await storePast(line.databaseUrl, past)
    const countLeft = async () => {
      const [row] = await runSql(
        line.databaseUrl,
        `select count(*) as left from followup.followup where id like 'past%'`
      )
      return Number(row?.left)
    }

    /** Returns once it deletes. */
    async function startForgetting(): Promise<ChildProcess> {
      const before = await countLeft()
      const forget = spawn(process.execPath, [FORGET, '--before', '2026-01-01', '--yes'], {
        cwd: tmpdir(),
        env: { PATH: process.env.PATH, DATABASE_URL: line.databaseUrl },
        stdio: 'ignore'
      })
      bench.finished(async () => void forget.kill('SIGKILL'))
      await eventually(async () => (await countLeft()) < before, 'the first to be forgotten', { withinMs: 120_000 })
      return forget
    }

    const ms = bench.durationMs(10, 1)
    // So that neither pays for what is done once.
    await openLoop({ act: line.give, perSecond: PER_SECOND, ms })
    // Of all turns together: in one of them, one command in a hundred is too few to compare.
    const latencies = { [BOT]: [] as number[], [QUIET]: [] as number[] }
    async function load(who: keyof typeof latencies): Promise<void> {
      const { latenciesMs } = await openLoop({ act: line.give, perSecond: PER_SECOND, ms })
      latencies[who]?.push(...latenciesMs)
    }
    async function whileForgetting(): Promise<number> {
      const forget = await startForgetting()
      const before = await countLeft()
      await load(BOT)
      forget.kill('SIGKILL')
      return (before - (await countLeft())) / (ms / 1_000)
    }
    const { note, series } = collect(UNITS)
    // Many short turns: the disk and the other core do not stay as they are for long.
    const turns = bench.rounds * (bench.isShort ? TURNS.short : TURNS.full)
    for (let turn = 1; turn <= turns; turn++) {
      const forgotten = await whileForgetting()
      note(BOT, { forgotten })
      await load(QUIET)
      bench.say(`  ${turn}/${turns}: forgotten ${forgotten.toFixed(0)}/s`)
    }
    for (const [who, all] of Object.entries(latencies))
      note(who, { p50: percentile(all, 50), p99: percentile(all, 99) })
    return series()
  }
}
