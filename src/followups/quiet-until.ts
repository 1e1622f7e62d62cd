import type { Sql } from '../database/database.ts'
import type { FollowupDeps } from './followup-deps.ts'
import { isAnswer, quietUntilMs } from './rules/quiet-hours.ts'
import { QUIET } from './rules/setting.ts'
import { loadFollowup } from './stores/followup-store.ts'
import { findChoice } from './stores/setting-store.ts'

type Deps = Pick<FollowupDeps, 'now' | 'people' | 'teamId'>

/**
 * When somebody's current quiet hours end, as chosen by now; undefined outside of them, and for a message about what they asked for a
 * moment ago.
 */
export async function quietUntil(
  { now, people, teamId }: Deps,
  sql: Sql,
  { userId, followupId = null }: { userId: string; followupId?: string | null }
): Promise<number | undefined> {
  const quiet = await findChoice(sql, { teamId, userId }, QUIET)
  if (quiet === undefined) return undefined
  if (followupId !== null && isAnswer((await loadFollowup(sql, followupId)).writtenAtMs, now())) return undefined
  return quietUntilMs(quiet.value, await people.timeZoneOf(userId, teamId), now())
}
