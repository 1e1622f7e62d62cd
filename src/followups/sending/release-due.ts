import type { FollowupDeps } from '../followup-deps.ts'
import { release } from '../model/decide-wait.ts'
import type { JobKey } from '../model/followup.ts'
import { waitsUntilMs } from '../model/wait.ts'
import { recordMoves } from '../record-moves.ts'
import { lockJob } from '../stores/job-store.ts'
import { waitingForJob } from '../stores/wait-store.ts'

/** All that waited for its time enters its job's line, in the order of the times. */
export async function releaseDue(deps: FollowupDeps, job: JobKey): Promise<void> {
  await deps.database.transaction(async sql => {
    await lockJob(sql, job)
    const nowMs = deps.now()
    const moves = (await waitingForJob(sql, job)).flatMap(before => {
      const untilMs = waitsUntilMs(before.progress.wait)
      return untilMs === undefined || untilMs > nowMs ? [] : [{ before, after: release(before, untilMs) }]
    })
    await recordMoves(deps, sql, moves)
  })
}
