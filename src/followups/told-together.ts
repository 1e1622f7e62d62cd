import type { Sql } from '../database/database.ts'
import { quietMessageOf } from './messages/quiet-message.ts'
import { type Followup, isIn, isSameEnd } from './rules/followup.ts'
import { followupsOfThread } from './stores/followup-store.ts'

/** The follow-ups whose state one quiet message shows. */
export const toldTogether = (sql: Sql, followup: Followup): Promise<Followup[]> =>
  inThread(sql, followup, other => quietMessageOf(other) === followup.id)

async function inThread(sql: Sql, followup: Followup, isMeant: (other: Followup) => boolean): Promise<Followup[]> {
  const { threadTs } = followup
  if (threadTs === null) return [followup]
  return (await followupsOfThread(sql, { ...followup, threadTs })).filter(isMeant)
}

/** The follow-ups of a thread that ended with the same look at the job: they share one result, or a part of one message. */
export async function finishedTogether(sql: Sql, followup: Followup) {
  const { threadTs } = followup
  if (!isIn(followup, 'finished') || threadTs === null) return []
  const all = await followupsOfThread(sql, { ...followup, threadTs })
  return all
    .filter(other => isIn(other, 'finished'))
    .filter(other => isSameEnd(other, followup) && other.progress.toldIn === followup.progress.toldIn)
}
