import { setTimeout as sleep } from 'node:timers/promises'
import { BOLT, BOT, type Figure } from '../figure.ts'
import { createBenchAgent } from '../stubs/bench-agent.ts'

/** From the start of the process until it says that it is ready, with a database that is there and has its tables. */
export const coldStart: Figure = {
  name: 'cold-start',
  title: 'Cold start until ready',
  bars: [
    {
      words: 'until ready',
      what: 'ready',
      baseline: BOLT,
      reach: { most: 2, times: true },
      aim: { most: 1.5, times: true }
    }
  ],
  async measure(bench) {
    const agent = await createBenchAgent(bench)
    const side = async (instead?: string) => {
      const slack = await bench.openSlack()
      const database = await bench.createDatabase()
      async function startAndEnd(): Promise<number> {
        const startedAt = performance.now()
        const options = { slack, agent, database, ...(instead && { instead }) }
        // As npm start does it: without code that was compiled before.
        const bot = await bench.start({ ...options, env: { NODE_DISABLE_COMPILE_CACHE: '1' } })
        const readyMs = performance.now() - startedAt
        bot.kill('SIGKILL')
        await bot.exited
        await sleep(200)
        return readyMs
      }
      await startAndEnd()
      return async () => ({ ready: await startAndEnd() })
    }
    const sides = { [BOT]: await side(), [BOLT]: await side('contestants/bare-bolt.ts') }
    return { series: await bench.interleave(sides, { ready: 'ms' }) }
  }
}
