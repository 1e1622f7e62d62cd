import { z } from 'zod'
import type { Sql } from '../../database/database.ts'
import { type Downtime, downtimeSchema, LONG_DOWNTIME_MS } from '../rules/downtime.ts'

const LAST_SIGN_MS = 'greatest(known.alive_at_ms, (select ms from last_look))'

const WAS_LONG = `$2 - ${LAST_SIGN_MS} >= ${LONG_DOWNTIME_MS}`

/**
 * A bot of the project starts, and may yet fail to. Returns the last long time for which none had run: another one may have
 * started just before.
 */
export async function noteStart(sql: Sql, projectId: string, nowMs: number): Promise<Downtime | undefined> {
  const rows = await sql.query(
    `with last_look as (select max(seen_at_ms) as ms from followup.job where project_id = $1 and seen_at_ms <= $2)
     insert into followup.uptime as known (project_id, alive_at_ms) values ($1, $2)
     on conflict (project_id) do update set
       offline_from_ms = case when ${WAS_LONG} then ${LAST_SIGN_MS} else known.offline_from_ms end,
       offline_until_ms = case when ${WAS_LONG} then $2 else known.offline_until_ms end
     returning offline_from_ms as "fromMs", offline_until_ms as "untilMs"`,
    [projectId, nowMs]
  )
  return z.array(downtimeSchema).parse(rows.filter(({ fromMs }) => fromMs !== null))[0]
}

/** A bot of the project is running. */
export async function noteAlive(sql: Sql, projectId: string, nowMs: number): Promise<void> {
  await sql.query('update followup.uptime set alive_at_ms = $2 where project_id = $1', [projectId, nowMs])
}
