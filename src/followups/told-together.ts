import type { Sql } from '../database/database.ts'
import { type Followup, isIn } from './model/followup.ts'
import { followupsBeside } from './stores/followup-store.ts'

/** The follow-ups that one result tells, named after the first of them. */
export const toldTogether = async (sql: Sql, firstId: string, resultId: string): Promise<Followup[]> =>
  toldBy(resultId, (await followupsBeside(sql, firstId)).followups)

export const toldBy = (resultId: string, followups: Followup[]): Followup[] =>
  followups.filter(followup => resultsOf(followup).includes(resultId))

function resultsOf(followup: Followup): string[] {
  if (isIn(followup, 'finished')) return [...(followup.progress.earlier ?? []), followup.progress.resultId]
  return isIn(followup, 'watching') ? (followup.progress.earlier ?? []) : []
}
