import type { Sql } from '../../database/database.ts'
import type { Followup } from '../rules/followup.ts'

/** Stores other marks only over those it was loaded with: false when another process was faster. */
export async function saveMarks(
  sql: Sql,
  { id, marks }: Pick<Followup, 'id' | 'marks'>,
  after: string[]
): Promise<boolean> {
  const rows = await sql.query('update followup.followup set marks = $3 where id = $1 and marks = $2 returning id', [
    id,
    marks,
    after
  ])
  return rows.length > 0
}

export async function addMark(sql: Sql, { id }: Followup, mark: string): Promise<void> {
  await sql.query('update followup.followup set marks = marks || $2::text where id = $1', [id, mark])
}
