import type { Sql } from '../database/database.ts'
import type { FollowupDeps } from './followup-deps.ts'
import { isAnswer, quietUntilMs } from './rules/quiet-hours.ts'
import { QUIET } from './rules/setting.ts'
import { loadFollowup } from './stores/followup-store.ts'
import { findChoice } from './stores/setting-store.ts'

type Deps = Pick<FollowupDeps, 'now' | 'people' | 'teamId'>

/**
 * Until when somebody is told nothing on the bot's own account, by what is chosen now; undefined outside of their quiet hours, and
 * for what answers them.
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
