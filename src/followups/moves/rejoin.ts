import type { Sql } from '../../database/database.ts'
import type { MoveDeps } from '../followup-deps.ts'
import { isIn } from '../rules/followup.ts'
import { joinAnew } from '../rules/join.ts'
import { loadFollowup } from '../stores/followup-store.ts'
import { partsOf } from '../stores/part-store.ts'
import { changeFollowup } from './change-followup.ts'
import type { Move } from './consequences.ts'

/** What was changed or taken back may be a part of something that was not sent yet: that goes out as its parts are by now. */
export async function rejoin(deps: MoveDeps, sql: Sql, moves: Move[]): Promise<void> {
  for (const { before } of moves) {
    if (!isIn(before, 'joined')) continue
    const { into } = before.progress
    await changeFollowup(deps, sql, await loadFollowup(sql, into), async (whole, { nowMs }) =>
      joinAnew(whole, await partsOf(sql, into), nowMs)
    )
  }
}
