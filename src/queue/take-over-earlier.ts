import { createHash } from 'node:crypto'
import type { Sql } from '../database/database.ts'

const LONGEST_OWNER = 40
const SURELY_DEAD_MS = 30_000

type Wanted = { owner: string; tasks: string[]; aloneAtMs: number | undefined; nowMs: number }

export async function hasEarlierQueue(sql: Sql): Promise<boolean> {
  const [found] = await sql.query(`select to_regclass('pgboss.job') is not null as "isThere"`)
  return found?.isThere === true
}

/**
 * An earlier version kept its tasks in pg-boss: in queues named after their owner or, before that, in queues that all owners shared,
 * where the first one to start takes what waits. Each task keeps its id. What a living process has in hand stays there.
 */
export async function takeOverEarlier(sql: Sql, { owner, tasks, aloneAtMs, nowMs }: Wanted): Promise<void> {
  await sql.query(
    `with earlier as (
       delete from pgboss.job using unnest($2::text[], $3::text[]) as known (task, queue)
       where job.name in (known.task, known.queue)
         and (state in ('created', 'retry') or state = 'active' and heartbeat_on < to_timestamp($4::float8 / 1000))
       returning job.id, known.task, job.data, job.start_after)
     insert into followup.task (id, owner, name, data, due_at_ms)
     select id, $1, task, coalesce(data, '{}'), extract(epoch from start_after) * 1000 from earlier on conflict do nothing`,
    [owner, tasks, tasks.map(task => prefixOf(owner) + task), aloneAtMs ?? nowMs - SURELY_DEAD_MS]
  )
}

/** How it named an owner's queues: an owner may have any name. */
export function prefixOf(owner: string): string {
  const digest = createHash('sha256').update(owner).digest('hex').slice(0, 12)
  return `${owner.replaceAll(/[^\w-]/g, '_').slice(0, LONGEST_OWNER)}-${digest}.`
}
