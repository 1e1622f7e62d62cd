import type { Sql } from '../../database/database.ts'
import { type Followup, followupsSchema, isIn } from '../rules/followup.ts'
import { COLUMNS, LINE, loadFollowup } from './followup-store.ts'

/** Where it stands: a part of another one stands where that does. */
export async function asItStands(sql: Sql, followup: Followup): Promise<Followup> {
  if (!isIn(followup, 'joined')) return followup
  const { progress } = await loadFollowup(sql, followup.progress.into)
  return { ...followup, progress }
}

/** What goes out as this one, in the order it was written, without what was sent on its own instead. */
export async function partsOf(sql: Sql, wholeId: string): Promise<Followup[]> {
  const rows = await sql.query(
    `select ${COLUMNS} from followup.followup
     where state = 'joined' and progress ->> 'into' = $1 and not progress ? 'corrected' order by ${LINE}`,
    [wholeId]
  )
  return followupsSchema.parse(rows)
}

/** From now on they are parts of the one that is sent again. */
export async function moveParts(sql: Sql, fromId: string, toId: string): Promise<void> {
  await sql.query(
    `update followup.followup set progress = jsonb_set(progress, '{into}', to_jsonb($2::text))
     where state = 'joined' and progress ->> 'into' = $1`,
    [fromId, toId]
  )
}
