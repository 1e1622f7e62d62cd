import type { Sql } from '../database/database.ts'
import { quietMessageOf } from './messages/quiet-message.ts'
import { type Followup, isIn, isSameEnd } from './rules/followup.ts'
import { followupsBeside, followupsOfThread } from './stores/followup-store.ts'

/** The follow-ups whose state one quiet message shows. */
export const toldTogether = (sql: Sql, followup: Followup): Promise<Followup[]> =>
  inThread(sql, followup, other => quietMessageOf(other) === followup.id)

async function inThread(sql: Sql, followup: Followup, isMeant: (other: Followup) => boolean): Promise<Followup[]> {
  return (await besides(sql, followup)).filter(isMeant)
}

/** What goes out ahead of a card is told together as well. */
async function besides(sql: Sql, followup: Followup): Promise<Followup[]> {
  const { threadTs } = followup
  return threadTs === null ? followupsBeside(sql, followup) : followupsOfThread(sql, { ...followup, threadTs })
}

/** The follow-ups of a thread that ended with the same look at the job: they share one result, or a part of one message. */
export async function finishedTogether(sql: Sql, followup: Followup) {
  if (!isIn(followup, 'finished')) return []
  return (await besides(sql, followup))
    .filter(other => isIn(other, 'finished'))
    .filter(other => isSameEnd(other, followup) && other.progress.toldIn === followup.progress.toldIn)
}
