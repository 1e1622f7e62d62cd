import { type Bench, BOLT, BOT, type Figure, most, percentile, TUTORIAL } from '../bench.ts'
import { type Driven, openLoop } from '../drive-load.ts'
import { openLine } from '../open-line.ts'

const PER_SECOND = 100
const WORKS_MS = 2_000
const SLICES = 5
const WARM_UP_MS = 1_000

/** A steady hundred commands a second, each followed up to its result at the same time. One after the other: each has the machine to itself. */
export const steadyCommands: Figure = {
  name: 'steady-commands',
  title: `${PER_SECOND} commands a second over HTTP, with all that follows from them`,
  bars: [
    { words: 'not taken', what: 'not taken', baseline: BOLT, reach: most(0), aim: most(0) },
    { words: 'p50 of an acknowledgement', what: 'p50', baseline: BOLT },
    { words: 'p99 of an acknowledgement', what: 'p99', baseline: BOLT },
    { words: 'p99.9 of an acknowledgement', what: 'p99.9', baseline: BOLT, reach: most(100), aim: most(30) },
    { words: 'sent on while they came', what: 'sent on', baseline: TUTORIAL }
  ],
  async measure(bench) {
    return [
      ...(await driveFor(bench, BOT, undefined, bench.durationMs(600, 5))),
      ...(await driveFor(bench, BOLT, 'contestants/bare-bolt.ts', bench.durationMs(10, 3))),
      ...(await driveFor(bench, TUTORIAL, 'contestants/tutorial-bot.ts', bench.durationMs(10, 3)))
    ]
  }
}

async function driveFor(bench: Bench, who: string, instead: string | undefined, ms: number) {
  const line = await openLine(bench, { instead })
  line.agent.behaviour.worksMs = WORKS_MS
  await openLoop({ act: line.give, perSecond: PER_SECOND / 2, ms: WARM_UP_MS })
  const sentBefore = line.agent.sends.length
  const stop = await bench.meter(line.bot().pid, who)
  const slices: Driven[] = []
  for (let slice = 0; slice < SLICES; slice++)
    slices.push(await openLoop({ act: line.give, perSecond: PER_SECOND, ms: ms / SLICES }))
  await stop()
  const sent = line.agent.sends.length - sentBefore
  await line.kill()
  const all = slices.flatMap(({ latenciesMs }) => latenciesMs)
  const series = (what: string, unit: string, values: number[]) => ({ who, what, unit, values })
  const ofSlices = (share: number) => slices.map(({ latenciesMs }) => percentile(latenciesMs, share))
  bench.say(
    `  ${who}: p50 ${percentile(all, 50).toFixed(1)} ms, p99 ${percentile(all, 99).toFixed(0)} ms, ${sent} of ${all.length} sent on`
  )
  const notTaken = slices.map(({ counts, latenciesMs }) => 100 - (100 * counts.taken) / latenciesMs.length)
  return [
    series('not taken', '%', notTaken),
    series('p50', 'ms', ofSlices(50)),
    series('p99', 'ms', ofSlices(99)),
    series('p99.9', 'ms', [percentile(all, 99.9)]),
    series('sent on', '%', [(100 * sent) / all.length])
  ]
}
