import type { DatabaseClock } from './database/database-clock.ts'
import type { Databases } from './database/open-databases.ts'
import type { FollowupDeps } from './followups/followup-deps.ts'
import { forgetWhatIsOld, replaceLostTasks } from './followups/tasks/replace-lost-tasks.ts'
import type { Round } from './rounds.ts'

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
