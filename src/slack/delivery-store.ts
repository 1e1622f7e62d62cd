import type { Sql } from '../database/database.ts'

/** Slack repeats what was not acknowledged for up to 24 hours. */
const REMEMBER_MS = 25 * 3_600_000

export async function forgetOldDeliveries(sql: Sql, nowMs: number): Promise<void> {
  await sql.query('delete from followup.delivery where at_ms < $1', [nowMs - REMEMBER_MS])
}

/** Remembers a delivery by all its names; false when any of them was delivered before. */
export async function isFirstDelivery(sql: Sql, keys: string[], nowMs: number): Promise<boolean> {
  const added = await sql.query(
    'insert into followup.delivery (key, at_ms) select unnest($1::text[]), $2 on conflict do nothing returning key',
    [keys, nowMs]
  )
  return added.length === keys.length
}
