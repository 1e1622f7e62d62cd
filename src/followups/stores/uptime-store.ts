import { z } from 'zod'
import type { Sql } from '../../database/database.ts'
import { type Downtime, downtimeSchema, LONG_DOWNTIME_MS } from '../rules/downtime.ts'

const LAST_SIGN_MS = 'greatest(known.alive_at_ms, (select ms from last_look))'

const WAS_LONG = `$2 - ${LAST_SIGN_MS} >= ${LONG_DOWNTIME_MS}`

/** No watch is older that is not over after a day of looks. */
const KEPT_MS = 30 * 24 * 3_600_000

const THIS_ONE = `jsonb_build_object('fromMs', ${LAST_SIGN_MS}, 'untilMs', $2)`

/** Those that were over by then: another process may have started in vain since, and noted the same one. */
const EARLIER = `(select coalesce(jsonb_agg(one order by one -> 'fromMs'), '[]') from jsonb_array_elements(known.downtimes) as one
  where (one ->> 'untilMs')::numeric between $2 - ${KEPT_MS} and ${LAST_SIGN_MS})`

const downtimesSchema = z.array(downtimeSchema)

/**
 * A bot of the project starts, and may yet fail to, or wakes up. Returns the long times for which none had run: another one may have
 * started just before.
 */
export async function noteDowntime(sql: Sql, projectId: string, nowMs: number): Promise<Downtime[]> {
  const [row] = await sql.query(
    `with last_look as (select max(seen_at_ms) as ms from followup.job where project_id = $1 and seen_at_ms <= $2
       and seen_at_ms > coalesce((select alive_at_ms from followup.uptime where project_id = $1), 0))
     insert into followup.uptime as known (project_id, alive_at_ms) values ($1, $2)
     on conflict (project_id) do update set
       downtimes = case when ${WAS_LONG} then ${EARLIER} || ${THIS_ONE} else known.downtimes end
     returning downtimes`,
    [projectId, nowMs]
  )
  return downtimesSchema.parse(row?.downtimes)
}

/** A bot of the project is running. */
export async function noteAlive(sql: Sql, projectId: string, nowMs: number): Promise<void> {
  await sql.query('update followup.uptime set alive_at_ms = $2 where project_id = $1', [projectId, nowMs])
}
