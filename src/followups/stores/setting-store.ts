import { z } from 'zod'
import type { Sql } from '../../database/database.ts'
import type { ThreadKey } from '../rules/followup.ts'
import { type Choice, narrowest, type Setting, scopeSchema } from '../rules/setting.ts'

/** A channel, or one thread in it. */
export type Place = Pick<ThreadKey, 'teamId' | 'channelId'> & { threadTs?: string }

/** All choices that were made for a thread ($3) and its channel ($2), of one setting ($4). */
export const CHOICES = `select scope, value, chosen_by as by, chosen_at_ms as "atMs" from followup.setting
  where team_id = $1 and name = $4 and (scope, place) in (('channel', $2), ('thread', $2 || '/' || $3))`

const rowSchema = z.array(z.object({ scope: scopeSchema, value: z.string(), by: z.string(), atMs: z.coerce.number() }))

/** What another version stored, and this one does not know, was not chosen. */
export function readChoice<Value extends string>(rows: unknown, { values }: Setting<Value>): Choice<Value> | undefined {
  const known = rowSchema.parse(rows).flatMap(({ value, ...choice }) => {
    const { data } = values.safeParse(value)
    return data === undefined ? [] : [{ ...choice, value: data }]
  })
  return narrowest(known)
}

export async function findChoice<Value extends string>(
  sql: Sql,
  { teamId, channelId, threadTs }: Place,
  setting: Setting<Value>
): Promise<Choice<Value> | undefined> {
  const rows = await sql.query(CHOICES, [teamId, channelId, threadTs, setting.name])
  return readChoice(rows, setting)
}

/** Undefined: from now on it is as the channel, or the operator, has it. */
export async function choose<Value extends string>(
  sql: Sql,
  { teamId, channelId, threadTs }: Place,
  { name }: Setting<Value>,
  choice: { value: Value | undefined; by: string; atMs: number }
): Promise<void> {
  const key = [
    teamId,
    threadTs === undefined ? 'channel' : 'thread',
    threadTs === undefined ? channelId : `${channelId}/${threadTs}`,
    name
  ]
  if (choice.value === undefined) {
    await sql.query('delete from followup.setting where team_id = $1 and scope = $2 and place = $3 and name = $4', key)
    return
  }
  await sql.query(
    `insert into followup.setting (team_id, scope, place, name, value, chosen_by, chosen_at_ms)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (team_id, scope, place, name) do update set value = $5, chosen_by = $6, chosen_at_ms = $7`,
    [...key, choice.value, choice.by, choice.atMs]
  )
}
