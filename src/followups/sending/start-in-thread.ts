import type { Sql } from '../../database/database.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import type { NewFollowup } from '../stores/followup-store.ts'
import { showOnce, viewAbout } from '../views/schedule-views.ts'
import { startFollowup } from './start-followup.ts'

/** Starts an instruction that nobody wrote in its thread, where people read whose it is and what it says. */
export async function startInThread(
  deps: FollowupDeps,
  sql: Sql,
  instruction: NewFollowup & { threadTs: string }
): Promise<void> {
  const started = await startFollowup(deps, sql, instruction)
  if (started) await showOnce(deps, sql, viewAbout(started, 'typed'))
}
