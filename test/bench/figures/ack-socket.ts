import { BOLT, BOT, type Figure } from '../figure.ts'
import { measureAcks } from '../measure-acks.ts'

/** The same over Socket Mode. */
export const ackSocket: Figure = {
  name: 'ack-socket',
  title: 'Durable acknowledgements over Socket Mode, 50 under way, nothing behind them',
  bars: [
    { words: 'acknowledgements a second', what: 'acks', baseline: BOLT },
    { words: 'CPU each, bot and database', what: 'CPU of both', baseline: BOLT }
  ],
  async measure(bench) {
    const side = async (instead: string) => {
      const slack = await bench.openSlack()
      const database = await bench.createDatabase()
      const bot = await bench.start({ slack, instead, database, transport: 'socket' })
      let number = 0
      return { bot, command: () => slack.command(`job_${++number} add examples to page ${number}`) }
    }
    return measureAcks(bench, {
      [BOT]: await side('contestants/ack-only-bot.ts'),
      [BOLT]: await side('contestants/bare-bolt.ts')
    })
  }
}
