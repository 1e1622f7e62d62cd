import { atOnce, createLane } from '../../database/lane.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { findAllReady, findAllUnplaced } from '../stores/ready-store.ts'

/** What steps share that begin together: one statement for what each has to know before it reads its job. */
export function createReadyLanes({ database }: FollowupDeps) {
  return {
    ready: createLane((asked: Parameters<typeof findAllReady>[1]) => findAllReady(database, asked), atOnce),
    unplaced: createLane((asked: Parameters<typeof findAllUnplaced>[1]) => findAllUnplaced(database, asked), atOnce)
  }
}

export type ReadyLanes = ReturnType<typeof createReadyLanes>
