import type { Bench, Contestant } from './bench.ts'
import { type Answered, closedLoop } from './drive-load.ts'
import type { Measuring } from './measured.ts'
import { percentile } from './measured.ts'

const AT_ONCE = 50
const WARM_UP_MS = 500

export type AckSide = { bot: Contestant; command: () => Promise<Answered> }

const UNITS = {
  acks: '/s',
  p99: 'ms',
  'CPU of both': 'ms each'
}

/** Fifty commands under way at any time, to each side in turn: how many are acknowledged, and what each costs. */
export async function measureAcks(bench: Bench, sides: Record<string, AckSide>): Promise<Measuring> {
  const ms = bench.durationMs(3, 1)
  const harness: { who: string; cores: number }[] = []
  const interleaved = Object.entries(sides).map(([who, { bot, command }]) => {
    const round = async () => {
      await closedLoop({ act: command, atOnce: AT_ONCE, ms: WARM_UP_MS })
      const stop = await bench.meter(bot.pid)
      const { counts, latenciesMs, elapsedMs } = await closedLoop({ act: command, atOnce: AT_ONCE, ms })
      const spent = await stop()
      harness.push({ who, cores: spent.harnessCores })
      const all = latenciesMs.length
      return {
        acks: (counts.taken * 1_000) / elapsedMs,
        p99: percentile(latenciesMs, 99),
        'CPU of both': (spent.botMs + spent.databaseMs) / all
      }
    }
    return [who, round] as const
  })
  const series = await bench.interleave(Object.fromEntries(interleaved), UNITS)
  return { series, harness: averageOf(harness) }
}

/** One number for each contestant. */
export function averageOf(all: { who: string; cores: number }[]): { who: string; cores: number }[] {
  return [...Map.groupBy(all, ({ who }) => who)].map(([who, ones]) => ({
    who,
    cores: Number((ones.reduce((sum, { cores }) => sum + cores, 0) / ones.length).toPrecision(2))
  }))
}
