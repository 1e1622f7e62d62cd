import { fork } from 'node:child_process'
import { createApp } from '../../src/app.ts'
import { parseConfig } from '../../src/config.ts'
import { type Order, reportSchema } from './bot-messages.ts'
import { DRIVEN_BOT_PROGRAM } from './bot-program.ts'
import { COMPILED_ONCE } from './compiled-once.ts'
import { runUntilIdle } from './line.ts'
import { quietLog } from './quiet-log.ts'
import { TestClock } from './test-clock.ts'
import type { Finished } from './test-database.ts'

/** A bot that does nothing on its own: the test tells it when to work and what time it is. */
export type DrivenBot = {
  /** Does everything that is due. Resolves even if the bot dies meanwhile. */
  runDue(): Promise<void>
  /** Sets its clock, and lets the queue look for tasks of dead processes if it is time to. */
  setTime(ms: number): Promise<void>
  isDead(): boolean
  kill(): Promise<void>
  /** Paused at a crossing, like a suspended process. */
  isPaused(): boolean
  wasPaused(): boolean
  /** Resolves when it is dead or paused for the first time. */
  stopped: Promise<void>
  /** It carries on where it was paused, at a later time; resolves when the work it had in hand is done. */
  wakeUp(ms: number): Promise<void>
  /** What it wrote to its log as errors. */
  errors: string[]
}

export type Start = { env: Record<string, string>; atMs: number; finished: Finished }

/** Asked at every crossing of a bot: it goes on, is killed there with `kill -9`, or is paused until it is woken up. */
export type AtCrossing = (crossing: string) => 'cross' | 'kill' | 'pause'

/** Room for the objects of a short life, few enough pages to stay at hand. */
const SHORT_LIVED = ['--min-semi-space-size=8', '--max-semi-space-size=16']

/** In its own process, which can really die. */
export async function startBotProcess({
  env,
  atMs,
  finished,
  atCrossing
}: Start & { atCrossing: AtCrossing }): Promise<DrivenBot> {
  const child = fork(DRIVEN_BOT_PROGRAM, {
    execArgv: SHORT_LIVED,
    env: { PATH: process.env.PATH, ...COMPILED_ONCE, ...env, STARTS_AT: String(atMs) },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc']
  })
  const errors: string[] = []
  const ready = Promise.withResolvers<void>()
  const stopped = Promise.withResolvers<void>()
  const inHand = new Map<number, PromiseWithResolvers<void>>()
  let orders = 0
  let isDead = false
  /** The crossing at which it is paused. */
  let pausedAt: number | undefined
  let wasPaused = false
  const died = new Promise<void>(done => {
    child.once('exit', () => {
      isDead = true
      for (const order of inHand.values()) order.resolve()
      ready.resolve()
      stopped.resolve()
      done()
    })
  })
  finished(async () => {
    child.kill('SIGCONT')
    // It then exits on its own and leaves behind what it compiled. One that hangs does not.
    if (child.connected) child.disconnect()
    const late = setTimeout(() => child.kill('SIGKILL'), 5_000)
    await died
    clearTimeout(late)
  })

  function arrive(crossing: string, number: number): void {
    const verdict = atCrossing(crossing)
    if (verdict === 'cross') return void child.send({ do: 'cross', number } satisfies Order)
    child.kill(verdict === 'kill' ? 'SIGKILL' : 'SIGSTOP')
    if (verdict === 'kill') return
    pausedAt = number
    wasPaused = true
    stopped.resolve()
  }

  child.on('message', message => {
    const told = reportSchema.parse(message)
    if ('crossing' in told) arrive(told.crossing, told.number)
    else if ('error' in told) errors.push(`${told.error} ${JSON.stringify(told.facts)}`)
    else if ('failed' in told) inHand.get(told.id)?.reject(new Error(`The bot process failed: ${told.failed}`))
    else if ('done' in told) inHand.get(told.done)?.resolve()
    else ready.resolve()
  })
  await ready.promise
  if (isDead) throw new Error('The bot process ended before it was ready')

  async function ask(order: { do: 'run' | 'rest' } | { do: 'setTime'; ms: number }): Promise<void> {
    if (isDead || pausedAt !== undefined) return
    const id = ++orders
    const answer = Promise.withResolvers<void>()
    inHand.set(id, answer)
    child.send({ ...order, id } satisfies Order, error => error && answer.resolve())
    const done = answer.promise.finally(() => inHand.delete(id))
    // A paused one is not waited for.
    await Promise.race([done, stopped.promise.then(() => (isPaused() ? undefined : done))])
  }

  const isPaused = () => pausedAt !== undefined

  return {
    runDue: () => ask({ do: 'run' }),
    setTime: ms => ask({ do: 'setTime', ms }),
    isDead: () => isDead,
    async kill() {
      child.kill('SIGKILL')
      await died
    },
    isPaused,
    wasPaused: () => wasPaused,
    stopped: stopped.promise,
    async wakeUp(ms) {
      const number = pausedAt
      if (number === undefined) return
      const left = [...inHand.values()].map(({ promise }) => promise)
      pausedAt = undefined
      child.kill('SIGCONT')
      await ask({ do: 'setTime', ms })
      child.send({ do: 'cross', number } satisfies Order)
      await Promise.all([...left, ask({ do: 'rest' })])
    },
    errors
  }
}

/** In this process: for the bot that lives on. */
export async function startBotHere({ env, atMs, finished }: Start): Promise<DrivenBot> {
  const clock = new TestClock(atMs)
  const errors: string[] = []
  const app = await createApp(
    parseConfig(env),
    {
      clock,
      monotonicMs: () => clock.now(),
      databaseMs: () => clock.now(),
      awakeMs: () => 0,
      random: () => 0.5,
      log: quietLog((facts, words) => void errors.push(`${words} ${JSON.stringify(facts)}`))
    },
    { databaseUrl: env.DATABASE_URL ?? '', work: false }
  )
  finished(app.stop)
  return {
    runDue: () => runUntilIdle(app),
    async setTime(ms) {
      await clock.setTime(ms)
      await clock.tick(0)
    },
    isDead: () => false,
    kill: app.stop,
    isPaused: () => false,
    wasPaused: () => false,
    stopped: new Promise(() => {}),
    wakeUp: async () => {},
    errors
  }
}
