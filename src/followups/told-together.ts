import type { Sql } from '../database/database.ts'
import { type Followup, isIn } from './rules/followup.ts'
import { followupsBeside, followupsOfThread } from './stores/followup-store.ts'

/** The follow-ups that one result tells, named after the first of them. */
export async function toldTogether(sql: Sql, first: Followup, resultId: string): Promise<Followup[]> {
  const { threadTs } = first
  // What goes out ahead of a card is told together as well.
  const besides = threadTs === null ? followupsBeside(sql, first) : followupsOfThread(sql, { ...first, threadTs })
  return (await besides).filter(other => resultsOf(other).includes(resultId))
}

function resultsOf(followup: Followup): string[] {
  if (isIn(followup, 'finished')) return [...(followup.progress.earlier ?? []), followup.progress.resultId]
  return isIn(followup, 'watching') ? (followup.progress.earlier ?? []) : []
}
