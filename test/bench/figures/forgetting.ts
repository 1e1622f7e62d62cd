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
const PER_SECOND = 20
/** In each round. Many short ones: the disk and the other core do not stay as they are for long. */
const TURNS = { full: 25, short: 2 }
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
    await storePast(bench, line.databaseUrl)
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

    const ms = bench.durationMs(2, 0.5)
    const load = async () => (await openLoop({ act: line.give, perSecond: PER_SECOND, ms })).latenciesMs
    // So that neither pays for what is done once.
    for (let turn = 1; turn <= 5; turn++) await load()
    const forget = await startForgetting()

    /** Stopped in the middle of its work, it would rest for as long as it stood still. */
    async function pause(): Promise<void> {
      const isResting = `select from pg_stat_activity where query like 'with old as (%' and state = 'idle'`
      await eventually(async () => (await runSql(line.databaseUrl, isResting)).length > 0, 'a rest')
      forget.kill('SIGSTOP')
    }
    const { note, series } = collect(UNITS)
    const turns = bench.isShort ? TURNS.short : TURNS.full
    await pause()
    for (let round = 1; round <= bench.rounds; round++) {
      const latencies = { [BOT]: [] as number[], [QUIET]: [] as number[] }
      let [forgotten, elapsedMs] = [0, 0]
      for (let turn = 1; turn <= turns; ) {
        const before = await countLeft()
        const startedAt = performance.now()
        forget.kill('SIGCONT')
        const meanwhile = await load()
        await pause()
        const tookMs = performance.now() - startedAt
        const gone = before - (await countLeft())
        // It rested.
        if (gone === 0) continue
        turn++
        forgotten += gone
        elapsedMs += tookMs
        latencies[BOT]?.push(...meanwhile)
        latencies[QUIET]?.push(...(await load()))
      }
      note(BOT, { forgotten: (forgotten * 1_000) / elapsedMs })
      for (const [who, all] of Object.entries(latencies))
        note(who, { p50: percentile(all, 50), p99: percentile(all, 99) })
      bench.say(`  ${round}/${bench.rounds}`)
    }
    return series()
  }
}
