import type { Sql } from '../../database/database.ts'
import type { MoveDeps } from '../followup-deps.ts'
import { stoppedForOthersMessage } from '../messages/thread-messages.ts'
import { postAbout } from '../post-about.ts'
import { stopWatching } from '../rules/decide-watch.ts'
import { type Followup, isIn, type JobKey, type ThreadKey, UNSENT } from '../rules/followup.ts'
import { stoppedKind } from '../rules/message-ids.ts'
import { sayOnce } from '../say-once.ts'
import { followupsOfThread } from '../stores/followup-store.ts'
import { isMutedBy } from '../stores/muted-store.ts'
import { changeFollowups } from './change-followup.ts'
import type { Move } from './consequences.ts'

/** How many watches ended, and what will be watched once it is sent. */
export type Stopped = { count: number; unsent: Followup[] }

/** Ends the watch for everything this thread waits for; the agent itself goes on. The others who waited are told. */
export async function stopWatchingThread(
  deps: MoveDeps,
  sql: Sql,
  thread: ThreadKey & JobKey,
  userId: string
): Promise<Stopped> {
  const moves = await changeFollowups(deps, sql, thread, {
    load: () => followupsOfThread(sql, thread),
    change: (followup, { nowMs }) =>
      isIn(followup, 'watching') ? stopWatching(followup, 'stopped', nowMs, userId) : undefined
  })
  await tellOthers(deps, sql, moves, { userId, isNamed: !(await isMutedBy(sql, thread, userId)) })
  const unsent = (await followupsOfThread(sql, thread)).filter(followup => isIn(followup, ...UNSENT, 'waiting'))
  return { count: moves.length, unsent }
}

async function tellOthers(
  deps: MoveDeps,
  sql: Sql,
  moves: Move[],
  { userId, isNamed }: { userId: string; isNamed: boolean }
): Promise<void> {
  const others = moves
    .map(({ after }) => after)
    .filter(({ requesterId, isMuted }) => requesterId !== userId && !isMuted)
  const [first] = others
  if (first === undefined) return
  const message = stoppedForOthersMessage(
    first.jobId,
    isNamed ? userId : undefined,
    others.map(({ requesterId }) => requesterId)
  )
  await sayOnce(deps, sql, postAbout(first, stoppedKind(first.version), message))
}
