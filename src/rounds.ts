import type { Clock } from './database/clock.ts'
import { errorWords } from './errors.ts'
import type { Log } from './followups/followup-deps.ts'

export type Round = { name: string; everyMs: number; act: () => Promise<void> }

/** Runs something at the start and then at intervals, one round at a time, until it is disposed of. */
export function createRounds(
  { clock, log }: { clock: Clock; log: Log },
  { name, everyMs, act }: Round
): AsyncDisposable {
  let running: Promise<void> | undefined
  const run = () => {
    running ??= act()
      .catch(error => log.warn({ error: errorWords(error) }, `${name} failed and will be retried`))
      .finally(() => {
        running = undefined
      })
  }
  run()
  const timer = clock.setInterval(run, everyMs)
  return {
    async [Symbol.asyncDispose]() {
      clock.clearInterval(timer)
      await running
    }
  }
}
