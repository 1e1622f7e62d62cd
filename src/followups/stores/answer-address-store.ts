import type { Sql } from '../../database/database.ts'

const ADDRESS_WORKS_MS = 30 * 60_000

/** A command's answer address is of no more use. */
export async function forgetAnswerAddress(sql: Sql, id: string): Promise<void> {
  await sql.query('update followup.followup set response_url = null where id = $1', [id])
}

/** Slack no longer accepts answers at these addresses. */
export async function forgetOldAnswerAddresses(sql: Sql, nowMs: number): Promise<void> {
  await sql.query(
    'update followup.followup set response_url = null where response_url is not null and written_at_ms < $1',
    [nowMs - ADDRESS_WORKS_MS]
  )
}
