import { systemClock } from 'pg-boss'
import { createQueue } from '../../src/queue/queue.ts'

/** A separate process that takes a task and never finishes it: it is there to be killed. */
const queue = await createQueue({
  url: process.argv[2] ?? '',
  clock: systemClock,
  now: systemClock.now,
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
