import { setTimeout as sleep } from 'node:timers/promises'
import { BOLT, BOT, type Figure, mostTimes } from '../bench.ts'
import { createBenchAgent } from '../stubs/bench-agent.ts'

/**
 * From the start of the process until it says that it is ready, with a database that is there and has its tables. `npm start` keeps
 * what Node compiled, so that counts from the second start on; whoever follows Bolt's guide does not.
 */
export const coldStart: Figure = {
  name: 'cold-start',
  title: 'Cold start until ready',
  bars: [
    { words: 'until ready', what: 'ready', baseline: BOLT, reach: mostTimes(2), aim: mostTimes(1.5) },
    { words: 'the first start after an installation', what: 'first', baseline: BOLT }
  ],
  async measure(bench) {
    const agent = await createBenchAgent(bench)
    const side = async (instead?: string) => {
      const slack = await bench.openSlack()
      const database = await bench.createDatabase()
      async function startAndEnd(env = {}): Promise<number> {
        const startedAt = performance.now()
        const bot = await bench.start({ slack, agent, database, env, instead })
        const readyMs = performance.now() - startedAt
        bot.kill('SIGTERM')
        await bot.exited
        await sleep(200)
        return readyMs
      }
      const startAnew = () => startAndEnd({ NODE_DISABLE_COMPILE_CACHE: '1' })
      await startAndEnd()
      return async () => {
        const first = await startAnew()
        return { ready: instead ? first : await startAndEnd(), first }
      }
    }
    const sides = { [BOT]: await side(), [BOLT]: await side('contestants/bare-bolt.ts') }
    return bench.interleave(sides, { ready: 'ms', first: 'ms' })
  }
}
