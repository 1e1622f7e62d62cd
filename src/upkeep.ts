import type { Clock, DatabaseClock } from './database/clock.ts'
import type { Databases } from './database/open-databases.ts'
import { errorWords } from './errors.ts'
import type { FollowupDeps, Log } from './followups/followup-deps.ts'
import { forgetWhatIsOld, replaceLostTasks } from './followups/tasks/replace-lost-tasks.ts'

type Round = { name: string; everyMs: number; act: () => Promise<void> }

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

type Parts = {
  databases: Pick<Databases, 'keepOpen'>
  databaseClock: Pick<DatabaseClock, 'measure'>
}

/** Ends the process in order. */
export type Retire = (why: string) => void

const MINUTE_MS = 60_000

/** What a working app does every few minutes, besides its tasks. */
export const upkeepOf = (
  { databases, databaseClock }: Parts,
  deps: FollowupDeps,
  retire: Retire = () => {}
): Round[] => [
  {
    name: 'Upkeep',
    everyMs: MINUTE_MS,
    async act() {
      const outdated = await databases.keepOpen()
      if (outdated) return retire(outdated)
      await databaseClock.measure()
      await replaceLostTasks(deps)
    }
  },
  { name: 'Forgetting', everyMs: 10 * MINUTE_MS, act: () => forgetWhatIsOld(deps) }
]
