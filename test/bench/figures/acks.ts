import {
  type Bench,
  BOLT,
  BOLT_INSERT,
  BOT,
  type Contestant,
  type Figure,
  leastTimes,
  mostTimes,
  percentile,
  type Series
} from '../bench.ts'
import { type Answered, closedLoop } from '../drive-load.ts'

const AT_ONCE = 50
const WARM_UP_MS = 500
const UNITS = { acks: '/s', p99: 'ms', 'CPU of both': 'ms each' }
const EACH = { words: 'CPU each, bot and database', what: 'CPU of both', baseline: BOLT }

/** What a durable acknowledgement costs over HTTP, with nothing behind it. */
export const ackHttp: Figure = {
  name: 'ack-http',
  title: 'Durable acknowledgements over HTTP, 50 connections, nothing behind them',
  bars: [
    {
      words: 'acknowledgements a second',
      what: 'acks',
      baseline: BOLT,
      reach: leastTimes(0.45),
      aim: leastTimes(0.85)
    },
    { words: 'the same beside one insert', what: 'acks', baseline: BOLT_INSERT },
    { ...EACH, reach: mostTimes(3), aim: mostTimes(1.5) },
    { words: 'p99 of an acknowledgement', what: 'p99', baseline: BOLT }
  ],
  measure: bench => measure(bench, 'http', { [BOLT_INSERT]: 'bolt-with-insert' })
}

/** The same over Socket Mode. */
export const ackSocket: Figure = {
  name: 'ack-socket',
  title: 'Durable acknowledgements over Socket Mode, 50 under way, nothing behind them',
  bars: [{ words: 'acknowledgements a second', what: 'acks', baseline: BOLT }, EACH],
  measure: bench => measure(bench, 'socket')
}

async function measure(bench: Bench, transport: 'http' | 'socket', more: Record<string, string> = {}) {
  const sides: Record<string, AckSide> = {}
  for (const [who, instead] of Object.entries({ [BOT]: 'ack-only-bot', [BOLT]: 'bare-bolt', ...more })) {
    const slack = await bench.openSlack()
    const database = await bench.createDatabase()
    const bot = await bench.start({ slack, instead: `contestants/${instead}.ts`, transport, database })
    let number = 0
    sides[who] = { bot, command: () => slack.command(`job_${++number} add examples to page ${number}`) }
  }
  return measureAcks(bench, sides)
}

type AckSide = { bot: Contestant; command: () => Promise<Answered> }

/** Fifty commands under way at any time, to each side in turn: how many are acknowledged, and what each costs. */
export function measureAcks(bench: Bench, sides: Record<string, AckSide>): Promise<Series[]> {
  const ms = bench.durationMs(3, 1)
  const rounds = Object.entries(sides).map(([who, { bot, command }]) => {
    const round = async () => {
      await closedLoop({ act: command, atOnce: AT_ONCE, ms: WARM_UP_MS })
      const stop = await bench.meter(bot.pid, who)
      const { counts, latenciesMs, elapsedMs } = await closedLoop({ act: command, atOnce: AT_ONCE, ms })
      const spent = await stop()
      return {
        acks: (counts.taken * 1_000) / elapsedMs,
        p99: percentile(latenciesMs, 99),
        'CPU of both': (spent.botMs + spent.databaseMs) / latenciesMs.length
      }
    }
    return [who, round] as const
  })
  return bench.interleave(Object.fromEntries(rounds), UNITS)
}
