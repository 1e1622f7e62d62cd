import { atOnce, createLane } from '../../database/lane.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { type DueLook, findDueLooks, type PlannedLook, type QuietLook, saveQuietLooks } from '../stores/look-store.ts'

/** What looks that come together share: one statement before the jobs are read, one transaction after. */
export type LookLanes = {
  find(look: PlannedLook): Promise<DueLook | undefined>
  /** Plans the next look too. False: something else was stored about the job, or is about to be, and nothing was stored. */
  saveQuiet(look: QuietLook): Promise<boolean>
}

export function createLookLanes({ database, enqueue, now, gatherLooks }: FollowupDeps): LookLanes {
  const saveAll = (looks: QuietLook[]) =>
    database.transaction(async sql => {
      const saved = await saveQuietLooks(sql, looks)
      for (const { projectId, jobId, lookNumber, nextAtMs } of looks)
        if (saved.has(jobId))
          await enqueue(sql, 'check-job', { projectId, jobId, lookNumber: lookNumber + 1 }, { atMs: nextAtMs })
      return looks.map(({ jobId }) => saved.has(jobId))
    })
  return {
    find: createLane(looks => findDueLooks(database, looks, now()), atOnce),
    saveQuiet: createLane(saveAll, gatherLooks)
  }
}
