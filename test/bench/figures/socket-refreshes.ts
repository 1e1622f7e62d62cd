import { setTimeout as sleep } from 'node:timers/promises'
import { type Bench, BOLT, BOT, collect, type Figure, most } from '../bench.ts'
import { createBenchAgent } from '../stubs/bench-agent.ts'

// Bare Bolt takes about five seconds to come back.
const COMMAND_EVERY_MS = 500
const COMMANDS_EACH = 15
const LOOK_EVERY_MS = 20
const UNITS = { missed: 'of 100', missedAtOnce: 'of 100', back: 'ms' }

/** Slack recycles each connection every few hours, and whoever types a command just then should not notice. */
export const socketRefreshes: Figure = {
  name: 'socket-refreshes',
  title: 'Commands while Socket Mode connections are refreshed, one after the other and all at once, or cut',
  bars: [
    { words: 'commands missed, of 100', what: 'missed', baseline: BOLT, reach: most(0), aim: most(0) },
    { words: 'refreshes in that time', what: 'refreshes' },
    { words: 'commands missed, all at once', what: 'missedAtOnce', baseline: BOLT, reach: most(0), aim: most(0) },
    { words: 'refreshes of all in that time', what: 'refreshesAtOnce' },
    { words: 'back after all were cut', what: 'back', baseline: BOLT, reach: most(1_000), aim: most(500) }
  ],
  async measure(bench) {
    const { note, series } = collect(UNITS)
    const side = async (who: string, instead?: string) => note(who, await measureSide(bench, who, instead))
    await Promise.all([side(BOT), side(BOLT, 'contestants/bare-bolt.ts')])
    return series()
  }
}

async function measureSide(bench: Bench, who: string, instead?: string) {
  const agent = await createBenchAgent(bench)
  const slack = await bench.openSlack()
  const database = await bench.createDatabase()
  await bench.start({ slack, agent, database, transport: 'socket', instead })
  const { sockets } = slack
  // The bot is ready with its first connection; the second follows.
  await sleep(COMMAND_EVERY_MS)
  const wanted = sockets.count()
  const count = bench.isShort ? 20 : 100
  const isAnswered = async (words: string) => (await slack.command(words)) !== 'failed'

  /** Each refresh begins when what the one before replaced is gone, and commands come all the time. */
  async function refresh(act: () => void) {
    let [missed, refreshes] = [0, 0]
    for (let number = 1; number <= count; number++) {
      if (number % COMMANDS_EACH === 1 && sockets.count() === wanted) {
        act()
        refreshes += 1
      }
      if (!(await isAnswered(`job_${number} add examples to page ${number}`))) missed += 1
      await sleep(COMMAND_EVERY_MS)
    }
    return { missed: (100 * missed) / count, refreshes }
  }

  async function cut(): Promise<number> {
    const startMs = performance.now()
    sockets.cutAll()
    while (!(await isAnswered('job_1 add examples'))) await sleep(LOOK_EVERY_MS)
    return performance.now() - startMs
  }

  const [oneByOne, atOnce] = [await refresh(sockets.refreshOne), await refresh(sockets.refreshAll)]
  const backMs = await cut()
  bench.say(`  ${who}: ${oneByOne.missed} % and ${atOnce.missed} % missed, back after ${Math.round(backMs)} ms`)
  return {
    missed: oneByOne.missed,
    refreshes: oneByOne.refreshes,
    missedAtOnce: atOnce.missed,
    refreshesAtOnce: atOnce.refreshes,
    back: backMs
  }
}
