import type { Clock } from 'pg-boss'
import { errorWords } from './errors.ts'
import type { Log } from './followups/followup-deps.ts'

const EVERY_MS = 60_000

/** Runs the upkeep at the start and every minute, one at a time, until it is disposed of. */
export function createUpkeep(clock: Clock, log: Log, upkeep: () => Promise<void>): AsyncDisposable {
  let running: Promise<void> | undefined
  const run = () => {
    running ??= upkeep()
      .catch(error => log.warn({ error: errorWords(error) }, 'The upkeep failed; it comes again in a minute'))
      .finally(() => {
        running = undefined
      })
  }
  run()
  const timer = clock.setInterval(run, EVERY_MS)
  return {
    async [Symbol.asyncDispose]() {
      clock.clearInterval(timer)
      await running
    }
  }
}
