import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { TestClock } from 'pg-boss'
import { z } from 'zod'
import { createApp } from '../../src/app.ts'
import { parseConfig } from '../../src/config.ts'
import type { Finished } from './test-database.ts'

/** A bot that does nothing by itself: somebody tells it when to work and what time it is. */
export type DrivenBot = {
  /** Does everything that is due. Settles also when the bot dies meanwhile. */
  run(): Promise<void>
  /** Sets its clock, and lets the queue look for tasks of dead processes if it is time to. */
  setTime(ms: number): Promise<void>
  isDead(): boolean
  /** Settles when it is dead. */
  died: Promise<void>
  /** What it wrote to its log as errors. */
  errors: string[]
}

export type Start = { env: Record<string, string>; atMs: number; finished: Finished }

export type Order = { do: 'run' } | { do: 'setTime'; ms: number } | { do: 'cross'; number: number }
export type Report =
  | { done: true }
  | { failed: string }
  | { crossing: string; number: number }
  | { error: string; facts: object }

const ENTRY = fileURLToPath(new URL('./bot-process.ts', import.meta.url))
// Compiling what hundreds of short processes all load takes most of their time.
const CACHE = fileURLToPath(new URL('../../node_modules/.cache/compiled-bot', import.meta.url))

const report = z.union([
  z.object({ done: z.literal(true) }),
  z.object({ failed: z.string() }),
  z.object({ crossing: z.string(), number: z.number() }),
  z.object({ error: z.string(), facts: z.looseObject({}) })
])

/** Asked at every crossing of a bot: one that may not cross is killed there, with `kill -9`. */
export type MayCross = (crossing: string) => boolean

/** In a process of its own, which can really die. */
export async function startBotProcess({
  env,
  atMs,
  finished,
  mayCross
}: Start & { mayCross: MayCross }): Promise<DrivenBot> {
  const child = fork(ENTRY, {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: CACHE, ...env, STARTS_AT: String(atMs) },
    // pg-boss sets its clock up with two statements at once, which pg will refuse one day.
    execArgv: ['--disable-warning=DeprecationWarning'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc']
  })
  const errors: string[] = []
  let isDead = false
  let answer = Promise.withResolvers<void>()
  const died = new Promise<void>(done => {
    child.once('exit', () => {
      isDead = true
      answer.resolve()
      done()
    })
  })
  finished(async () => {
    // It exits by itself then, and leaves behind what it compiled. One that hangs does not.
    if (child.connected) child.disconnect()
    const late = setTimeout(() => child.kill('SIGKILL'), 5_000)
    await died
    clearTimeout(late)
  })
  child.on('message', message => {
    const told = report.parse(message)
    if ('crossing' in told) {
      if (mayCross(told.crossing)) child.send({ do: 'cross', number: told.number } satisfies Order)
      else child.kill('SIGKILL')
    } else if ('error' in told) errors.push(`${told.error} ${JSON.stringify(told.facts)}`)
    else if ('failed' in told) answer.reject(new Error(`The bot process failed: ${told.failed}`))
    else answer.resolve()
  })
  await answer.promise
  if (isDead) throw new Error('The bot process ended before it was ready')

  async function ask(order: Order): Promise<void> {
    if (isDead) return
    answer = Promise.withResolvers()
    child.send(order, error => error && answer.resolve())
    await answer.promise
  }

  return {
    run: () => ask({ do: 'run' }),
    setTime: ms => ask({ do: 'setTime', ms }),
    isDead: () => isDead,
    died,
    errors
  }
}

/** In this process: for the bot that lives on. */
export async function startBotHere({ env, atMs, finished }: Start): Promise<DrivenBot> {
  const clock = new TestClock(atMs)
  const errors: string[] = []
  const quiet = () => {}
  const app = await createApp(
    parseConfig(env),
    {
      clock,
      monotonicMs: () => clock.now(),
      random: () => 0.5,
      log: {
        debug: quiet,
        info: quiet,
        warn: quiet,
        error: (facts, words) => void errors.push(`${words} ${JSON.stringify(facts)}`)
      }
    },
    { databaseUrl: env.DATABASE_URL ?? '', work: false }
  )
  finished(app.stop)
  return {
    run: app.runUntilIdle,
    async setTime(ms) {
      await clock.setTime(ms)
      await clock.tick(0)
    },
    isDead: () => false,
    died: new Promise(() => {}),
    errors
  }
}
