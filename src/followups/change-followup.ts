import type { Sql } from '../database/database.ts'
import type { Move } from './consequences.ts'
import type { FollowupDeps } from './followup-deps.ts'
import type { Followup, JobKey } from './model/followup.ts'
import type { SeenJob } from './model/seen-job.ts'
import { recordMoves } from './record-moves.ts'
import { loadFollowup } from './stores/followup-store.ts'
import { lockJob } from './stores/job-store.ts'

/** What is known once the job is locked. */
type Locked = { seen: SeenJob; nowMs: number }
type Change<F extends Followup> = (followup: F, locked: Locked) => Followup | undefined | Promise<Followup | undefined>

/**
 * The way to change follow-ups of a job: lock it, load them again, change them, and store all that follows with them. Undefined
 * leaves one as it is.
 */
export async function changeFollowups<F extends Followup>(
  deps: FollowupDeps,
  sql: Sql,
  job: JobKey,
  { load, change }: { load: () => Promise<F[]>; change: Change<F> }
): Promise<Move[]> {
  const seen = await lockJob(sql, job)
  const locked = { seen, nowMs: deps.now() }
  const moves: Move[] = []
  for (const before of await load()) {
    const after = await change(before, locked)
    if (after) moves.push({ before, after })
  }
  return recordMoves(deps, sql, moves)
}

/** The same for one. Undefined: it stays as it is. */
export async function changeFollowup(
  deps: FollowupDeps,
  sql: Sql,
  followup: JobKey & { id: string },
  change: Change<Followup>
): Promise<Move | undefined> {
  const load = async () => [await loadFollowup(sql, followup.id)]
  return (await changeFollowups(deps, sql, followup, { load, change }))[0]
}
