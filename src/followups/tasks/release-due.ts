import type { FollowupDeps, MoveDeps } from '../followup-deps.ts'
import type { Move } from '../moves/consequences.ts'
import { copyFollowup } from '../moves/copy-followup.ts'
import { recordMoves } from '../moves/record-moves.ts'
import { startFollowup } from '../moves/start-followup.ts'
import { release } from '../rules/decide-wait.ts'
import type { Followup, JobKey } from '../rules/followup.ts'
import { join, madeOf, whatIsDue } from '../rules/join.ts'
import type { NewFollowup } from '../stores/followup-store.ts'
import { lockJob } from '../stores/job-store.ts'
import { waitingForJob } from '../stores/wait-store.ts'

/** All that waited for its time enters its job's line, in the order of the times: on its own, or several as one. */
export async function releaseDue(deps: MoveDeps & Pick<FollowupDeps, 'database'>, job: JobKey): Promise<void> {
  await deps.database.transaction(async sql => {
    await lockJob(sql, job)
    const nowMs = deps.now()
    const moves: Move[] = []
    for (const { together, untilMs } of whatIsDue(await waitingForJob(sql, job), nowMs)) {
      const [first, ...more] = together
      const whole = more.length > 0 ? await startFollowup(deps, sql, wholeOf(together, untilMs)) : undefined
      if (whole) moves.push(...together.map(before => ({ before, after: join(before, whole.id, nowMs) })))
      else moves.push({ before: first, after: release(first, untilMs) })
    }
    await recordMoves(deps, sql, moves)
  })
}

const wholeOf = (parts: [Followup, ...Followup[]], writtenAtMs: number): NewFollowup => ({
  ...copyFollowup(parts[0], null, writtenAtMs),
  ...madeOf(parts),
  resultsAsOf: parts[0].id
})
