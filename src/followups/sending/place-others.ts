import type { Sql } from '../../database/database.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import type { Followup } from '../model/followup.ts'
import { withoutPlace } from '../stores/place-store.ts'

/** One that others waited for has its thread, or will never have one: they look for their own place. */
export async function placeOthers({ enqueue }: FollowupDeps, sql: Sql, followup: Followup): Promise<void> {
  const waiting = (await withoutPlace(sql, followup)).filter(id => id !== followup.id)
  if (waiting.length === 0) return
  await enqueue(
    sql,
    'place-followup',
    waiting.map(followupId => ({ followupId })),
    { projectId: followup.projectId }
  )
}
