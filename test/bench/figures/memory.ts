import { setTimeout as sleep } from 'node:timers/promises'
import { BOLT, BOT, type Figure, most } from '../bench.ts'
import { openLine, openWatches } from '../open-line.ts'
import { residentMb } from '../process-stats.ts'

const SAMPLE_EVERY_MS = 2_000
// What the burst needed is collected by then.
const SETTLE_S = 75

/** How much memory a bot holds while it watches, once the burst is over that began the watches. */
export const memory: Figure = {
  name: 'memory',
  title: 'Memory under 1,000 watches (100 in a short run), a minute after they all began',
  bars: [
    { words: 'memory of the bot under its watches', what: 'memory', baseline: BOLT },
    { words: 'of that, added since it was idle', what: 'added', aim: most(60) }
  ],
  async measure(bench) {
    const line = await openLine(bench, {})
    const bolt = await bench.start({ slack: await bench.openSlack(), instead: 'contestants/bare-bolt.ts' })
    await sleep(SAMPLE_EVERY_MS)
    const idleMb = await residentMb(line.bot().pid)
    await openWatches(bench, line)
    await sleep(bench.durationMs(SETTLE_S, 1))
    const own = async () => {
      await sleep(SAMPLE_EVERY_MS)
      const memoryMb = await residentMb(line.bot().pid)
      return { memory: memoryMb, added: memoryMb - idleMb }
    }
    const sides = { [BOT]: own, [BOLT]: async () => ({ memory: await residentMb(bolt.pid) }) }
    return bench.interleave(sides, { memory: 'MB', added: 'MB' })
  }
}
