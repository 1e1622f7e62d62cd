import type { Database } from '../../src/database/database.ts'
import type { TestClock } from './test-clock.ts'

type Passing = { clock: TestClock; database: Database; projectIds: string[]; runDue: () => Promise<void> }

/** Lets time pass, and the app of a project do everything that falls due on the way. */
export async function passTime({ clock, database, projectIds, runDue }: Passing, ms: number): Promise<void> {
  const target = clock.now() + ms
  await runDue()
  while (clock.now() < target) {
    await clock.setTime(Math.min(Math.max(await nextDueMs(database, projectIds), clock.now() + 1), target))
    await runDue()
  }
}

async function nextDueMs(database: Database, projectIds: string[]): Promise<number> {
  const [row] = await database.query(
    'select min(due_at_ms) as due from followup.task where owner = any($1) and kept_at_ms is null',
    [projectIds]
  )
  return row?.due === null || row === undefined ? Number.POSITIVE_INFINITY : Math.ceil(Number(row.due))
}
