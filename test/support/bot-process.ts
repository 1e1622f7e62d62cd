import { TestClock } from 'pg-boss'
import { z } from 'zod'
import { createApp } from '../../src/app.ts'
import { parseConfig } from '../../src/config.ts'
import { countCrossings } from './crossings.ts'
import type { Order, Report } from './driven-bot.ts'

// A bot whose time and whose work are driven by the process that started it. At the crossing named by KILL_AT it is gone, as
// with `kill -9`: nothing is caught, finished or closed.

const order = z.union([z.object({ do: z.literal('run') }), z.object({ do: z.literal('setTime'), ms: z.number() })])
const { KILL_AT = '', STARTS_AT = '' } = process.env

async function onCrossing(crossing: string): Promise<void> {
  if (crossing !== KILL_AT) return report({ crossing })
  process.kill(process.pid, 'SIGKILL')
  await new Promise(() => {})
}

function report(what: Report): void {
  process.send?.(what)
}

const quiet = () => {}
const clock = new TestClock(Number(STARTS_AT))
const config = parseConfig(process.env)
const app = await createApp(
  config,
  {
    clock,
    random: () => 0.5,
    log: { debug: quiet, info: quiet, warn: quiet, error: (facts, words) => report({ error: words, facts }) },
    around: countCrossings(onCrossing)
  },
  { databaseUrl: process.env.DATABASE_URL ?? '', work: false }
)

async function carryOut(message: Order): Promise<void> {
  if (message.do === 'run') return app.runUntilIdle()
  await clock.setTime(message.ms)
  await clock.tick(0)
}

process.on('disconnect', () => process.exit())
process.on('message', message => {
  carryOut(order.parse(message)).then(
    () => report({ done: true }),
    error => report({ failed: String(error) })
  )
})
report({ done: true })
