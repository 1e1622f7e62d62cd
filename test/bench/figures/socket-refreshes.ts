import { eventually } from '../../support/eventually.ts'
import { BOLT, BOT, type Figure } from '../figure.ts'
import { createBenchAgent } from '../stubs/bench-agent.ts'

/** Slack recycles each connection every few hours, and whoever types a command just then should not notice. */
export const socketRefreshes: Figure = {
  name: 'socket-refreshes',
  title: 'A command right after each refresh of a Socket Mode connection',
  bars: [{ words: 'commands missed, of 100', what: 'missed', baseline: BOLT, reach: { most: 0 }, aim: { most: 0 } }],
  async measure(bench) {
    const refreshes = bench.isShort ? 10 : 100
    const agent = await createBenchAgent(bench)
    const side = async (instead?: string) => {
      const slack = await bench.openSlack()
      const database = await bench.createDatabase()
      await bench.start({ slack, agent, database, transport: 'socket', ...(instead && { instead }) })
      const wanted = slack.sockets.count()
      let missed = 0
      for (let number = 1; number <= refreshes; number++) {
        slack.sockets.refreshOne()
        if ((await slack.command(`job_${number} add examples to page ${number}`)) === 'failed') missed += 1
        await eventually(() => slack.sockets.count() >= wanted, 'the connection to be back')
      }
      return (100 * missed) / refreshes
    }
    const [bot, bolt] = await Promise.all([side(), side('contestants/bare-bolt.ts')])
    const series = [
      { who: BOT, what: 'missed', unit: 'of 100', values: [bot] },
      { who: BOLT, what: 'missed', unit: 'of 100', values: [bolt] }
    ]
    bench.say(`  missed: ${bot} of 100, ${BOLT} ${bolt}`)
    return { series }
  }
}
