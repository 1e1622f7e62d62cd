import { systemClock } from '../../src/database/clock.ts'
import { createDatabase } from '../../src/database/database.ts'
import { createQueue } from '../../src/queue/queue.ts'

/** A separate process that takes a task and never finishes it: it is there to be killed. */
const url = process.argv[2] ?? ''
const queue = await createQueue({
  url,
  database: createDatabase({ url, onConnectionLost: () => {} }),
  clock: systemClock,
  now: systemClock.now,
  random: Math.random,
  owner: 'project',
  log: { info: () => {}, warn: () => {}, error: () => {} },
  tasks: ['send']
})
await queue.work({
  onBuried: async () => {},
  runners: {
    send: async (_, { id }) => {
      process.stdout.write(`${id}\n`)
      await new Promise(() => {})
    }
  }
})
