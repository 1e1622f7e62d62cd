import type { Sql } from '../database/database.ts'
import type { FollowupDeps } from './followup-deps.ts'
import { redrawCards } from './redraw-cards.ts'
import { isInThread, type JobKey } from './rules/followup.ts'
import { findHold, threadsInLine } from './stores/hold-store.ts'

/** Whoever waits in a job's line is shown for what, and what is held for how many. */
export async function redrawLine(deps: FollowupDeps, sql: Sql, job: JobKey): Promise<void> {
  await redrawCards(deps, sql, await threadsInLine(sql, job))
  const hold = await findHold(sql, job)
  if (hold && isInThread(hold.first))
    await deps.enqueue(sql, 'refresh-notice', { followupId: hold.first.id, kind: 'held' })
}

/** Something entered the line: that shows only while the line is held. */
export async function showInLine(deps: FollowupDeps, sql: Sql, job: JobKey): Promise<void> {
  if (await findHold(sql, job)) await redrawLine(deps, sql, job)
}
