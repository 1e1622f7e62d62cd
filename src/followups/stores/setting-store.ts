import { z } from 'zod'
import type { Sql } from '../../database/database.ts'
import { TransientError } from '../../errors.ts'
import { type Choice, holding, type Setting, scopeSchema, settingNamed } from '../rules/setting.ts'

/** A channel, a thread in it, and a person there, as far as they are asked about. */
export type Place = { teamId: string; channelId?: string | undefined; threadTs?: string; userId?: string }

/** The choices for a thread ($3), its channel ($2) and a person ($6) of one setting ($4), as they held at a time ($5). */
export const CHOICES = `select scope, chosen_by as by, chosen_at_ms as "atMs", case when chosen_at_ms <= $5 then value else was end as value
  from followup.setting where team_id = $1 and name = $4
    and (scope, place) in (('channel', $2), ('thread', $2 || '/' || $3), ('person', $6))`

const rowSchema = z.object({
  scope: scopeSchema,
  value: z.string().nullable(),
  by: z.string(),
  atMs: z.coerce.number()
})
const rowsSchema = z.array(rowSchema)
const namedRowsSchema = z.array(rowSchema.extend({ name: z.string() }))
const valuesSchema = z.array(z.object({ name: z.string(), value: z.string() }))

/** What a newer version stored, and this one does not know, is no default: what depends on it waits. */
export function knownValue<Value>({ name, values }: Setting<Value>, text: string): Value {
  const { success, data } = values.safeParse(text)
  if (!success) throw new TransientError(`Somebody chose something for '${name}' that this version does not know`)
  return data
}

/** The name of a setting for which somebody chose something that this version does not know. */
export async function findUnknown(sql: Sql): Promise<string | undefined> {
  const rows = await sql.query('select distinct name, value from followup.setting where value is not null')
  return valuesSchema.parse(rows).find(({ name, value }) => !settingNamed(name)?.values.safeParse(value).success)?.name
}

export function readChoice<Value>(rows: unknown, setting: Setting<Value>): Choice<Value> | undefined {
  const chosen = holding(
    rowsSchema.parse(rows).flatMap(({ value, ...choice }) => (value === null ? [] : [{ ...choice, value }])),
    setting
  )
  return chosen && { ...chosen, value: knownValue(setting, chosen.value) }
}

/** The choice that holds by now, or held at that time. */
export async function findChoice<Value>(
  sql: Sql,
  { teamId, channelId, threadTs, userId }: Place,
  setting: Setting<Value>,
  atMs = Number.MAX_SAFE_INTEGER
): Promise<Choice<Value> | undefined> {
  return readChoice(await sql.query(CHOICES, [teamId, channelId, threadTs, setting.name, atMs, userId]), setting)
}

/** A channel, one thread in it, or a person. */
type Scope = { teamId: string } & ({ channelId: string; threadTs?: string } | { userId: string })

/** All that was chosen for it by now. Returns a lookup by setting. */
export async function findChoicesFor(
  sql: Sql,
  whose: Scope
): Promise<<Value>(setting: Setting<Value>) => Choice<Value> | undefined> {
  const [scope, place] = keyOf(whose)
  const rows = await sql.query(
    `select name, scope, value, chosen_by as by, chosen_at_ms as "atMs" from followup.setting
     where team_id = $1 and scope = $2 and place = $3`,
    [whose.teamId, scope, place]
  )
  const choices = namedRowsSchema.parse(rows)
  return setting =>
    readChoice(
      choices.filter(({ name }) => name === setting.name),
      setting
    )
}

/** Without a value, it is as a wider scope, or the operator, has it. */
export async function choose<Value>(
  sql: Sql,
  whose: Scope,
  { name, values }: Setting<Value>,
  { value, by, atMs }: { value: Value | undefined; by: string; atMs: number }
): Promise<void> {
  const [scope, place] = keyOf(whose)
  const text = value === undefined ? undefined : z.encode(values, value)
  await sql.query(
    `insert into followup.setting (team_id, scope, place, name, value, chosen_by, chosen_at_ms) values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (team_id, scope, place, name) do update set value = $5, chosen_by = $6, chosen_at_ms = $7, was = setting.value
       where setting.value is distinct from $5 and setting.chosen_at_ms <= $7`,
    [whose.teamId, scope, place, name, text, by, atMs]
  )
}

function keyOf(whose: Scope): [scope: string, place: string] {
  if ('userId' in whose) return ['person', whose.userId]
  const { channelId, threadTs } = whose
  return threadTs === undefined ? ['channel', channelId] : ['thread', `${channelId}/${threadTs}`]
}
