import { setTimeout as sleep } from 'node:timers/promises'
import { eventually } from '../../support/eventually.ts'
import { type Bench, BOT, type Figure, most, percentile, TUTORIAL } from '../bench.ts'
import { openLoop } from '../drive-load.ts'
import { type Line, openLine, sentAfterMs } from '../open-line.ts'

const PER_SECOND = 20
const BETWEEN_MS = 120
const PATIENT = { withinMs: 120_000 }

const UNITS = { 'p50, idle': 'ms', 'p99, idle': 'ms', 'p50 at 20/s': 'ms', 'p99 at 20/s': 'ms' }

/** How soon a follow-up leaves after it was acknowledged. */
export const sendLatency: Figure = {
  name: 'send-latency',
  title: 'From the acknowledgement until the follow-up reaches the agent service',
  bars: [
    { words: 'p50, one at a time', what: 'p50, idle', baseline: TUTORIAL },
    { words: 'p99, one at a time', what: 'p99, idle', baseline: TUTORIAL },
    { words: 'p50 at 20 a second', what: 'p50 at 20/s', baseline: TUTORIAL, reach: most(15), aim: most(8) },
    { words: 'p99 at 20 a second', what: 'p99 at 20/s', baseline: TUTORIAL, reach: most(60) }
  ],
  async measure(bench) {
    const side = async (instead?: string) => {
      const line = await openLine(bench, { instead })
      line.agent.behaviour.worksMs = 0
      await oneAtATime(line, 5)
      return () => measureOnce(bench, line)
    }
    const sides = { [BOT]: await side(), [TUTORIAL]: await side('contestants/tutorial-bot.ts') }
    return bench.interleave(sides, UNITS)
  }
}

async function measureOnce(bench: Bench, line: Line) {
  const idleMs = await oneAtATime(line, bench.isShort ? 10 : 30)
  const before = line.agent.sends.length
  await openLoop({ act: line.give, perSecond: PER_SECOND, ms: bench.durationMs(7, 2) })
  await eventually(() => line.agent.sends.length === line.takenAtMs.size, 'all of them to be sent', PATIENT)
  const busyMs = sentAfterMs(line, line.agent.sends.slice(before))
  await eventually(() => line.results.size === line.takenAtMs.size, 'all the results', PATIENT)
  return {
    'p50, idle': percentile(idleMs, 50),
    'p99, idle': percentile(idleMs, 99),
    'p50 at 20/s': percentile(busyMs, 50),
    'p99 at 20/s': percentile(busyMs, 99)
  }
}

async function oneAtATime(line: Line, count: number): Promise<number[]> {
  const before = line.agent.sends.length
  for (let number = 1; number <= count; number++) {
    await line.give()
    await eventually(() => line.agent.sends.length === line.takenAtMs.size, 'the send')
    await sleep(BETWEEN_MS)
  }
  return sentAfterMs(line, line.agent.sends.slice(before))
}
