import type { Sql } from '../../database/database.ts'
import { TransientError } from '../../errors.ts'
import type { ThreadKey } from '../model/followup.ts'
import type { Setting } from '../model/setting.ts'
import { type AuditedIn, addToAudit } from './audit-store.ts'

/** A channel's id, a person's, or a thread. */
type Scope = string

export const threadScope = ({ channelId, threadTs }: Omit<ThreadKey, 'teamId'>): Scope => `${channelId}/${threadTs}`

/** What a newer version stored, and this one does not know, is no default: what depends on it waits. */
export function knownValue<Value extends string>({ name, values }: Setting<Value>, text: string): Value {
  const { success, data } = values.safeParse(text)
  if (!success) throw new TransientError(`The stored value of setting '${name}' is unknown to this version`)
  return data
}

/** The choice for the first of these scopes that has one. Undefined: nobody chose, so the default holds. */
export async function findChoice<Value extends string>(
  sql: Sql,
  teamId: string,
  scopes: Scope[],
  setting: Setting<Value>
): Promise<Value | undefined> {
  const [row] = await sql.query(
    `select value from followup.setting
     where team_id = $1 and name = $2 and scope = any ($3) order by array_position($3, scope) limit 1`,
    [teamId, setting.name, scopes]
  )
  return row && knownValue(setting, String(row.value))
}

type Choice<Value> = { value: Value | undefined; atMs: number; by: string }

/** Without a value, nobody has chosen any more. */
export async function choose<Value extends string>(
  sql: Sql,
  place: AuditedIn & { teamId: string; scope: Scope },
  { name }: Setting<Value>,
  { value, atMs, by }: Choice<Value>
): Promise<void> {
  const { teamId, scope } = place
  const key = [teamId, scope, name]
  const before = '(select value from followup.setting where team_id = $1 and scope = $2 and name = $3)'
  const [changed] =
    value === undefined
      ? await sql.query('delete from followup.setting where team_id = $1 and scope = $2 and name = $3 returning 1', key)
      : await sql.query(
          `with known as (select ${before} as value),
           chosen as (insert into followup.setting (team_id, scope, name, value, chosen_at_ms) values ($1, $2, $3, $4, $5)
             on conflict (team_id, scope, name) do update set value = $4, chosen_at_ms = $5
               where setting.chosen_at_ms <= $5 returning value)
           select from known, chosen where known.value is distinct from chosen.value`,
          [...key, value, atMs]
        )
  const channelId = CHANNEL.exec(scope)?.[0]
  if (changed) await addToAudit(sql, place, [{ act: 'chose', by, channelId, outcome: `${name}: ${value ?? 'none'}` }])
}

const CHANNEL = /^[CGD][^/]*/
