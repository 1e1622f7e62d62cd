import type { Bench } from '../bench.ts'
import { BOLT, BOLT_INSERT, BOT, type Figure } from '../figure.ts'
import { measureAcks } from '../measure-acks.ts'

/** What a durable acknowledgement costs over HTTP, with nothing behind it. */
export const ackHttp: Figure = {
  name: 'ack-http',
  title: 'Durable acknowledgements over HTTP, 50 connections, nothing behind them',
  bars: [
    {
      words: 'acknowledgements a second',
      what: 'acks',
      baseline: BOLT,
      reach: { least: 0.45, times: true },
      aim: { least: 0.85, times: true }
    },
    { words: 'the same beside one insert', what: 'acks', baseline: BOLT_INSERT },
    {
      words: 'CPU each, bot and database',
      what: 'CPU of both',
      baseline: BOLT,
      reach: { most: 3, times: true },
      aim: { most: 1.5, times: true }
    },
    { words: 'p99 of an acknowledgement', what: 'p99', baseline: BOLT }
  ],
  async measure(bench) {
    const side = (instead: string) => openSide(bench, instead, 'http')
    return measureAcks(bench, {
      [BOT]: await side('contestants/ack-only-bot.ts'),
      [BOLT]: await side('contestants/bare-bolt.ts'),
      [BOLT_INSERT]: await side('contestants/bolt-with-insert.ts')
    })
  }
}

/** The same over Socket Mode. */
export const ackSocket: Figure = {
  name: 'ack-socket',
  title: 'Durable acknowledgements over Socket Mode, 50 under way, nothing behind them',
  bars: [
    { words: 'acknowledgements a second', what: 'acks', baseline: BOLT },
    { words: 'CPU each, bot and database', what: 'CPU of both', baseline: BOLT }
  ],
  async measure(bench) {
    const side = (instead: string) => openSide(bench, instead, 'socket')
    return measureAcks(bench, {
      [BOT]: await side('contestants/ack-only-bot.ts'),
      [BOLT]: await side('contestants/bare-bolt.ts')
    })
  }
}

async function openSide(bench: Bench, instead: string, transport: 'http' | 'socket') {
  const slack = await bench.openSlack()
  const bot = await bench.start({ slack, instead, transport, database: await bench.createDatabase() })
  let number = 0
  return { bot, command: () => slack.command(`job_${++number} add examples to page ${number}`) }
}
