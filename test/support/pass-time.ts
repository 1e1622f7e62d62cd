import type { TestClock } from 'pg-boss'
import type { Database } from '../../src/database/database.ts'
import { createQueueNames } from '../../src/queue/queue-names.ts'

type Passing = { clock: TestClock; database: Database; projectId: string; runDue: () => Promise<void> }

/** Lets time pass, and the app of a project do everything that falls due on the way. */
export async function passTime({ clock, database, projectId, runDue }: Passing, ms: number): Promise<void> {
  const target = clock.now() + ms
  await runDue()
  while (clock.now() < target) {
    await clock.setTime(Math.min(Math.max(await nextDueMs(database, projectId), clock.now() + 1), target))
    await runDue()
  }
}

async function nextDueMs(database: Database, projectId: string): Promise<number> {
  const [row] = await database.query(
    `select extract(epoch from min(start_after)) * 1000 as due from pgboss.job
     where state in ('created', 'retry') and starts_with(name, $1)`,
    [createQueueNames(projectId).toName('')]
  )
  return row?.due === null || row === undefined ? Number.POSITIVE_INFINITY : Math.ceil(Number(row.due))
}
