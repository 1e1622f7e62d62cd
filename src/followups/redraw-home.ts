import type { Sql } from '../database/database.ts'
import type { FollowupDeps } from './followup-deps.ts'
import type { Followup } from './rules/followup.ts'
import type { JobWatch } from './rules/job-watch.ts'
import type { Person } from './stores/home-store.ts'

/** However much happens, a home is drawn no more often than this, unless its owner presses something in it. */
export const HOME_EVERY_MS = 10_000

/** Somebody's home; when it was drawn last, unless they have never opened it. */
export type HomeOf = Person & { shownAtMs: number | null | undefined }

export const homeOf = ({ teamId, requesterId, homeShownAtMs }: Followup): HomeOf => ({
  teamId,
  userId: requesterId,
  shownAtMs: homeShownAtMs
})

export const homeOfWatcher = ({ teamId, userId, homeShownAtMs }: JobWatch): HomeOf => ({
  teamId,
  userId,
  shownAtMs: homeShownAtMs
})

/** It is stale. All that changes before it may be drawn again is shown at once. */
export async function redrawHome(
  { enqueue, now }: FollowupDeps,
  sql: Sql,
  { teamId, userId, shownAtMs }: HomeOf
): Promise<void> {
  if (shownAtMs === null || shownAtMs === undefined) return
  const atMs = shownAtMs + HOME_EVERY_MS
  const person = { teamId, userId }
  if (atMs <= now()) return enqueue(sql, 'refresh-home', person)
  await enqueue(sql, 'refresh-home', person, { atMs, taskId: `home:${teamId}/${userId}:${shownAtMs}` })
}
