import type { Sql } from '../../database/database.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { changeFollowup } from '../moves/change-followup.ts'
import type { Move } from '../moves/consequences.ts'
import type { Followup } from '../rules/followup.ts'
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
