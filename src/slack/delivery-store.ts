import { z } from 'zod'
import type { Sql } from '../database/database.ts'

export async function firstDeliveries(sql: Sql, keys: string[], nowMs: number): Promise<Set<string>> {
  // Every process inserts its keys in the same order: otherwise two could deadlock.
  const added = await sql.query(
    `insert into followup.delivery (key, at_ms) select key, $2::bigint from unnest($1::text[]) as key order by key
     on conflict do nothing returning key`,
    [keys, nowMs]
  )
  return new Set(added.map(({ key }) => String(key)))
}

/** Nothing is stored unless every key is new. */
export async function addDeliveries(sql: Sql, keys: string[], nowMs: number): Promise<void> {
  await sql.write(
    'insert into followup.delivery (key, at_ms) select key, $2::bigint from unnest($1::text[]) as key order by key',
    [keys, nowMs]
  )
}

/** Until the transaction ends, nobody else can remember these keys. */
export async function lockDeliveries(sql: Sql, keys: string[], nowMs: number): Promise<void> {
  await sql.query(
    `insert into followup.delivery (key, at_ms) select distinct key, $2::bigint from unnest($1::text[]) as key order by key
     on conflict (key) do update set at_ms = excluded.at_ms`,
    [keys, nowMs]
  )
}

export async function knownDeliveries(sql: Sql, keys: string[]): Promise<string[]> {
  const rows = await sql.query('select key from followup.delivery where key = any($1)', [keys])
  return rows.map(({ key }) => String(key))
}

export async function isFirstDelivery(sql: Sql, key: string, nowMs: number): Promise<boolean> {
  return (await firstDeliveries(sql, [key], nowMs)).size > 0
}

export async function forgetDeliveries(sql: Sql, keys: string[]): Promise<void> {
  await sql.query('delete from followup.delivery where key = any($1)', [keys])
}

export const LATEST = 'latest:'
const NOTED_EVERY_MS = 10 * 60_000
const kindSchema = z
  .object({ type: z.string(), event: z.object({ type: z.string() }).optional() })
  .partial()
  .catch({})

/** Slack does not say what it is to deliver. When each kind came last is kept for who looks for what is wrong. */
export function createDeliveryNotes(sql: Sql, now: () => number): (body: unknown) => void {
  const notedAtMs = new Map<string, number>()
  return body => {
    const { event, type = 'command' } = kindSchema.parse(body)
    const kind = event?.type ?? type
    if (now() < (notedAtMs.get(kind) ?? 0) + NOTED_EVERY_MS) return
    notedAtMs.set(kind, now())
    lockDeliveries(sql, [LATEST + kind], now()).catch(() => notedAtMs.delete(kind))
  }
}
