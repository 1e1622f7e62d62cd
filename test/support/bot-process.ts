import { setFlagsFromString } from 'node:v8'
import { createApp } from '../../src/app.ts'
import { parseConfig } from '../../src/config.ts'
import { type Order, orderSchema, type Report } from './bot-messages.ts'
import { watchCrossings } from './crossings.ts'
import { eventually } from './eventually.ts'
import { runUntilIdle } from './line.ts'
import { quietLog } from './quiet-log.ts'
import { TestClock } from './test-clock.ts'

// A bot whose time and work are driven by the process that started it. At every crossing it waits for that process to let it go
// on or kill it there.

// It lives for a second: what V8 would prepare for a long life does not pay. V8 takes nothing that was compiled under other flags, Node's
// own modules included, so they are set once everything is loaded, and taken back before what was compiled is kept.
for (const preparation of ['opt', 'maglev', 'regexp-optimization']) {
  setFlagsFromString(`--no-${preparation}`)
  process.on('exit', () => setFlagsFromString(`--${preparation}`))
}

// Between two calls of one run, nothing is waited for.
const QUIET_LOOKS = 3
const waiting = new Map<number, () => void>()
let crossings = 0
let openCalls = 0

async function onCrossing(crossing: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const number = ++crossings
  waiting.set(number, resolve)
  if (crossing.startsWith('before')) openCalls += 1
  report({ crossing, number })
  await promise
  if (crossing.startsWith('after')) openCalls -= 1
}

function report(what: Report): void {
  process.send?.(what)
}

const clock = new TestClock(Number(process.env.STARTS_AT))
const config = parseConfig(process.env)
const app = await createApp(
  config,
  {
    clock,
    monotonicMs: () => clock.now(),
    databaseMs: () => clock.now(),
    // Only a suspended process is late: a slow machine is no reason to refuse.
    awakeMs: process.env.STANDS_STILL ? () => performance.now() : () => 0,
    random: () => 0.5,
    log: quietLog((facts, words) => report({ error: words, facts: { ...facts } })),
    wrap: watchCrossings(onCrossing)
  },
  { databaseUrl: process.env.DATABASE_URL ?? '', work: false }
)

/** Until whatever is being done, even for somebody in Slack, is done. */
async function rest(): Promise<void> {
  let quietLooks = 0
  let seen = crossings
  const isQuiet = () => {
    quietLooks = openCalls === 0 && crossings === seen ? quietLooks + 1 : 0
    seen = crossings
    return quietLooks > QUIET_LOOKS
  }
  await eventually(isQuiet, 'the bot to rest')
}

async function carryOut(message: Exclude<Order, { do: 'cross' }>): Promise<void> {
  if (message.do === 'setTime') {
    await clock.setTime(message.ms)
    return clock.tick(0)
  }
  return message.do === 'run' ? runUntilIdle(app) : rest()
}

function goOn(number: number): void {
  waiting.get(number)?.()
  waiting.delete(number)
}

process.on('disconnect', () => process.exit())
process.on('message', message => {
  const told = orderSchema.parse(message)
  if (told.do === 'cross') return goOn(told.number)
  carryOut(told).then(
    () => report({ done: told.id }),
    error => report({ failed: String(error), id: told.id })
  )
})
report({ ready: true })
