import type { Sql } from '../../database/database.ts'
import { changeFollowup } from '../change-followup.ts'
import type { Move } from '../consequences.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import type { Followup } from '../model/followup.ts'
import { findPressed } from './find-pressed.ts'

type Pressed = { value: string; channelId: string }

export async function changePressed(
  deps: FollowupDeps,
  sql: Sql,
  pressed: Pressed,
  change: (followup: Followup, locked: { nowMs: number }) => Followup | undefined | Promise<Followup | undefined>
): Promise<Move | undefined> {
  const found = await findPressed(deps, sql, pressed)
  return found && changeFollowup(deps, sql, found, change)
}
