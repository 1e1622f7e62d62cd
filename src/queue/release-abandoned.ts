import type { PgBoss } from 'pg-boss'
import { z } from 'zod'

const abandoned = z.object({ name: z.string(), id: z.string(), retryCount: z.number() })

/**
 * Takes back the tasks that a dead process had in hand, without waiting for their heartbeats to lapse. Only for a caller that
 * knows no one else was connected at `aloneAtMs`: a task last heard of before then is abandoned. Each is named with its attempt,
 * so that one taken up in the meantime is left alone.
 */
export async function releaseAbandoned(boss: PgBoss, aloneAtMs: number): Promise<number> {
  const { rows } = await boss
    .getDb()
    .executeSql(
      `select name, id, retry_count as "retryCount" from pgboss.job where state = 'active' and heartbeat_on < to_timestamp($1::float8 / 1000)`,
      [aloneAtMs]
    )
  const tasks = z.array(abandoned).parse(rows)
  for (const { name, id, retryCount } of tasks) await boss.fail(name, { id, retryCount }, { because: 'process gone' })
  return tasks.length
}
