import type { Sql } from '../database/database.ts'
import type { Move } from './consequences.ts'
import type { MoveDeps } from './followup-deps.ts'
import { recordMoves } from './record-moves.ts'
import type { Followup, JobKey } from './rules/followup.ts'
import type { SeenJob } from './rules/seen-job.ts'
import { loadFollowup } from './stores/followup-store.ts'
import { lockJob } from './stores/job-store.ts'

type Decide<F extends Followup> = (followup: F, seen: SeenJob) => Followup | undefined | Promise<Followup | undefined>

/**
 * The way to change follow-ups of a job: under its lock they are read anew and decided on, and all that follows is stored with
 * them. Undefined is the decision to leave one as it is.
 */
export async function changeFollowups<F extends Followup>(
  deps: MoveDeps,
  sql: Sql,
  job: JobKey,
  { find, decide }: { find: () => Promise<F[]>; decide: Decide<F> }
): Promise<Move[]> {
  const seen = await lockJob(sql, job)
  const moves: Move[] = []
  for (const before of await find()) {
    const after = await decide(before, seen)
    if (after) moves.push({ before, after })
  }
  return recordMoves(deps, sql, moves)
}

/** The same for one. Undefined: it stays as it is. */
export async function changeFollowup(
  deps: MoveDeps,
  sql: Sql,
  followup: JobKey & { id: string },
  decide: Decide<Followup>
): Promise<Move | undefined> {
  const find = async () => [await loadFollowup(sql, followup.id)]
  return (await changeFollowups(deps, sql, followup, { find, decide }))[0]
}
