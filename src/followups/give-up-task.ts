import { z } from 'zod'
import type { Sql } from '../database/database.ts'
import { stopWatching } from './decide-watch.ts'
import { type Followup, isIn, moveTo } from './followup.ts'
import type { FollowupDeps } from './followup-deps.ts'
import { findFollowup, watchedFollowups } from './followup-store.ts'
import { lockJob } from './job-store.ts'
import { recordMoves } from './record-moves.ts'

const aboutFollowup = z.object({ followupId: z.string() })
const aboutJob = z.object({ projectId: z.string(), jobId: z.string() })

/** A task was given up: whoever waits for what it should have done is told, once, so that nothing waits for ever. */
export async function giveUpTask(deps: FollowupDeps, task: string, data: unknown): Promise<void> {
  const { database, now } = deps
  await database.transaction(async sql => {
    for (const before of await waitingFor(sql, task, data)) {
      await lockJob(sql, before)
      const after = isIn(before, 'watching')
        ? stopWatching(before, 'bug', now())
        : moveTo<'rejected'>(before, { state: 'rejected', reason: 'bug', atMs: now() })
      await recordMoves(deps, sql, [{ before, after }])
    }
  })
}

async function waitingFor(sql: Sql, task: string, data: unknown): Promise<Followup[]> {
  if (task === 'check-job') return watchedFollowups(sql, aboutJob.parse(data))
  if (task !== 'send-followup') return []
  const followup = await findFollowup(sql, aboutFollowup.parse(data).followupId)
  return followup && isIn(followup, 'accepted', 'held') ? [followup] : []
}
