import type { Clock, Timer } from './database/clock.ts'

const SLOW_MS = 10_000
const AGAIN_MS = 60_000

type Deps = { clock: Pick<Clock, 'setTimeout' | 'clearTimeout'>; log: { warn(facts: object, words: string): void } }

/** A start that takes long says what it waits for: its operator cannot tell it from one that hangs. */
export function sayIfSlow<T>({ clock, log }: Deps, what: string, work: Promise<T>): Promise<T> {
  let timer: Timer
  function sayAfter(ms: number): void {
    timer = clock.setTimeout(() => {
      log.warn({}, `Still starting: waiting for ${what}`)
      sayAfter(AGAIN_MS)
    }, ms)
  }
  sayAfter(SLOW_MS)
  return work.finally(() => clock.clearTimeout(timer))
}

/** Gives up waiting when the signal says so; the work itself goes on. */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(signal.reason)
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort)
  return Promise.race([work, aborted.promise]).finally(() => signal.removeEventListener('abort', abort))
}

const LOOK_EVERY_MS = 2_000

/** A SIGTERM to npm ends npm and its shell, and is not passed on: what they started notices that they are gone. */
export function onParentGone(act: () => void): void {
  const parent = process.ppid
  const looking = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(looking)
    act()
  }, LOOK_EVERY_MS)
  looking.unref()
}
