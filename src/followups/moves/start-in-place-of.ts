import type { Sql } from '../../database/database.ts'
import type { MoveDeps } from '../followup-deps.ts'
import { type Followup, isIn } from '../rules/followup.ts'
import { findByReply, type NewFollowup, releaseReply } from '../stores/followup-store.ts'
import { saveMarks } from '../stores/mark-store.ts'
import { startFollowup } from './start-followup.ts'

type Deps = Pick<MoveDeps, 'enqueue' | 'now'>

/** The reply belongs to another follow-up from now on, with the marks that it has. Undefined: another one has it already. */
export async function startInPlaceOf(
  deps: Deps,
  sql: Sql,
  before: Followup,
  instruction: NewFollowup
): Promise<Followup | undefined> {
  await releaseReply(sql, before)
  const started = await startFollowup(deps, sql, instruction)
  if (started) await saveMarks(sql, started, before.marks)
  return started
}

/** The same for a reply that may belong to a follow-up already: then only if that was cancelled. */
export async function startAnew(deps: Deps, sql: Sql, instruction: NewFollowup): Promise<Followup | undefined> {
  const { teamId, channelId, replyTs } = instruction
  const before = replyTs === null ? undefined : await findByReply(sql, teamId, channelId, replyTs)
  const isOff = before !== undefined && isIn(before, 'cancelled')
  return isOff ? startInPlaceOf(deps, sql, before, instruction) : startFollowup(deps, sql, instruction)
}
