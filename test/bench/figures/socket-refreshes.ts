import { setTimeout as sleep } from 'node:timers/promises'
import type { Bench } from '../bench.ts'
import { BOLT, BOT, type Figure } from '../figure.ts'
import { createBenchAgent } from '../stubs/bench-agent.ts'

// A connection takes about five seconds to come back.
const COMMAND_EVERY_MS = 500
const COMMANDS_EACH = 15

/** Slack recycles each connection every few hours, and whoever types a command just then should not notice. */
export const socketRefreshes: Figure = {
  name: 'socket-refreshes',
  title: 'Commands while one Socket Mode connection after the other is refreshed',
  bars: [
    { words: 'commands missed, of 100', what: 'missed', baseline: BOLT, reach: { most: 0 }, aim: { most: 0 } },
    { words: 'refreshes in that time', what: 'refreshes' }
  ],
  async measure(bench) {
    const sides = await Promise.all([refresh(bench, BOT), refresh(bench, BOLT, 'contestants/bare-bolt.ts')])
    return { series: sides.flat() }
  }
}

/** Each refresh begins when the connection before is back, and commands come all the time. */
async function refresh(bench: Bench, who: string, instead?: string) {
  const agent = await createBenchAgent(bench)
  const slack = await bench.openSlack()
  const database = await bench.createDatabase()
  await bench.start({ slack, agent, database, transport: 'socket', ...(instead && { instead }) })
  const wanted = slack.sockets.count()
  const count = bench.isShort ? 20 : 100
  let [missed, refreshes] = [0, 0]
  for (let number = 1; number <= count; number++) {
    if (number % COMMANDS_EACH === 1 && slack.sockets.count() >= wanted) {
      slack.sockets.refreshOne()
      refreshes += 1
    }
    if ((await slack.command(`job_${number} add examples to page ${number}`)) === 'failed') missed += 1
    await sleep(COMMAND_EVERY_MS)
  }
  bench.say(`  ${who}: ${missed} of ${count} missed in ${refreshes} refreshes`)
  return [
    { who, what: 'missed', unit: 'of 100', values: [(100 * missed) / count] },
    { who, what: 'refreshes', unit: '', values: [refreshes] }
  ]
}
