import { createApp } from '../../../src/app.ts'
import { parseConfig } from '../../../src/config.ts'
import { systemClock } from '../../../src/database/clock.ts'
import { quietLog } from '../../support/quiet-log.ts'

// The bot with nothing behind its acknowledgement: what it stores waits for a process that works.
await createApp(
  parseConfig(),
  {
    clock: systemClock,
    monotonicMs: () => performance.now(),
    random: Math.random,
    log: quietLog(facts => process.stderr.write(`${JSON.stringify(facts)}\n`))
  },
  { databaseUrl: process.env.DATABASE_URL ?? '', work: false }
)
