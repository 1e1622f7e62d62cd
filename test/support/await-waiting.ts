import type { Database } from '../../src/database/database.ts'
import { eventually } from './eventually.ts'

/** Until this many connections to this database are waiting for another's lock. */
export async function awaitWaiting(database: Database, count: number): Promise<void> {
  const isReached = async () => {
    const [row] = await database.query(
      `select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    )
    return row?.waiting === count
  }
  await eventually(isReached, `${count} to wait for a lock`)
}
