import { atOnce, createLane } from '../../database/lane.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { findAllReady, findAllThreadless } from '../stores/ready-store.ts'

/** What steps share that begin together: one statement for what each has to know before it reads its job. */
export function createReadyLanes({ database }: FollowupDeps) {
  return {
    ready: createLane((asked: Parameters<typeof findAllReady>[1]) => findAllReady(database, asked), atOnce),
    threadless: createLane(
      (asked: Parameters<typeof findAllThreadless>[1]) => findAllThreadless(database, asked),
      atOnce
    )
  }
}

export type ReadyLanes = ReturnType<typeof createReadyLanes>
