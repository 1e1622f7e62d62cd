import type { Sql } from '../../database/database.ts'
import type { MoveDeps } from '../followup-deps.ts'
import type { Followup } from '../rules/followup.ts'
import { type NewFollowup, releaseReply } from '../stores/followup-store.ts'
import { saveMarks } from '../stores/mark-store.ts'
import { startFollowup } from './start-followup.ts'

/** The reply belongs to another follow-up from now on, with the marks that it has. Undefined: another one has it already. */
export async function startInPlaceOf(
  deps: Pick<MoveDeps, 'enqueue' | 'now'>,
  sql: Sql,
  before: Followup,
  instruction: NewFollowup
): Promise<Followup | undefined> {
  await releaseReply(sql, before)
  const started = await startFollowup(deps, sql, instruction)
  if (started) await saveMarks(sql, started, before.marks)
  return started
}
