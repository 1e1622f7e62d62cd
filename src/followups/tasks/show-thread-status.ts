import { TransientError } from '../../errors.ts'
import { SlackRefusal, SlackUnclear } from '../../slack/slack-failure.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import type { TaskData } from '../followup-tasks.ts'
import { isWorking } from '../messages/state-words.ts'
import { NO_STATUS, workingOn } from '../messages/thread-status.ts'
import type { ThreadKey } from '../rules/followup.ts'
import { decideThreadStatus, isSurelyGone, REFRESH_MS, type ThreadStatus } from '../rules/thread-status.ts'
import {
  claimToClear,
  claimToShow,
  findThreadStatus,
  findWatched,
  forgetThreadStatus,
  letGo,
  threadsWithStatus
} from '../stores/thread-status-store.ts'
import { isNowhere, setThreadStatus, startsSoon } from './set-thread-status.ts'

type Deps = Pick<
  FollowupDeps,
  | 'database'
  | 'enqueue'
  | 'slack'
  | 'now'
  | 'monotonicMs'
  | 'log'
  | 'projectId'
  | 'showsThreadStatus'
  | 'threadStatusPace'
>

const TRY_AGAIN_MS = 1_000

/**
 * Makes Slack show under a thread that the agent is working, exactly while its card says so. Whoever is to show it again passes in
 * when it was shown, in case somebody else has shown it since.
 */
export async function showThreadStatus(
  deps: Deps,
  { shownAtMs, spokeAtMs, ...thread }: TaskData<'show-status'>
): Promise<void> {
  const { database, now, projectId, threadStatusPace } = deps
  const known = await findThreadStatus(database, thread, { projectId, nowMs: Math.round(now()) })
  if (shownAtMs !== undefined && shownAtMs !== known.shownAtMs) return
  const jobId = await findJobAtWork(deps, thread)
  const step = decideThreadStatus(known, { isWorking: jobId !== undefined, spokeAtMs, nowMs: now() })
  if (step === 'leave') return
  if (known.isBeingAsked) throw isBeingAsked()
  const closedForMs = threadStatusPace.closedForMs()
  if (closedForMs > 0 && step === 'show' && known.shownAtMs === null) return
  const waitMs = closedForMs || threadStatusPace.takeTurn()
  if (waitMs > 0) throw new TransientError('Slack is not to be asked yet', { retryAfterMs: waitMs })
  await (jobId === undefined ? clear(deps, thread, known) : show(deps, thread, jobId))
}

/** The operator no longer wants it: what is still shown is cleared. */
export async function clearThreadStatuses({ database, enqueue, projectId }: Deps): Promise<void> {
  const threads = await threadsWithStatus(database, projectId, Number.MAX_SAFE_INTEGER)
  if (threads.length > 0) await enqueue(database, 'show-status', threads)
}

/** Undefined: it is not at work, as far as the card says. */
async function findJobAtWork({ database, showsThreadStatus }: Deps, key: ThreadKey): Promise<string | undefined> {
  const watched = showsThreadStatus ? await findWatched(database, key) : undefined
  return watched?.followups.some(followup => isWorking(followup, watched)) ? watched.jobId : undefined
}

/** Whatever goes wrong, it is tried again only when it would have to be shown again anyway. */
async function show(deps: Deps, thread: ThreadKey, jobId: string): Promise<void> {
  const { database, enqueue, now, log, projectId, threadStatusPace } = deps
  const mayStart = startsSoon(deps)
  const claimedAtMs = Math.round(now())
  await database.transaction(async sql => {
    if (!(await claimToShow(sql, thread, claimedAtMs, projectId))) throw isBeingAsked()
    await enqueue(sql, 'show-status', { ...thread, shownAtMs: claimedAtMs }, { atMs: claimedAtMs + REFRESH_MS })
  })
  const failure = await setThreadStatus(deps, thread, workingOn(jobId), mayStart)
  if (failure instanceof SlackRefusal && isNowhere(failure)) {
    log.warn({ channel: thread.channelId, code: failure.code }, 'A thread cannot show that the agent is working')
    return forgetThreadStatus(database, thread, claimedAtMs)
  }
  if (failure instanceof SlackRefusal) threadStatusPace.refused(failure.code)
  if (!(failure instanceof SlackUnclear)) await letGo(database, thread, claimedAtMs)
  // What ended before the claim found nothing to clear.
  if ((await findJobAtWork(deps, thread)) === undefined) await enqueue(database, 'show-status', thread)
}

async function clear(deps: Deps, thread: ThreadKey, { shownAtMs }: ThreadStatus): Promise<void> {
  const { database, now, threadStatusPace } = deps
  const mayStart = startsSoon(deps)
  const claimedAtMs = Math.round(now())
  if (!(await claimToClear(database, thread, claimedAtMs))) throw isBeingAsked()
  const failure = await setThreadStatus(deps, thread, NO_STATUS, mayStart)
  // The claim stays for as long as the call may yet take effect.
  if (failure instanceof SlackUnclear) throw failure
  const isRefused = failure instanceof SlackRefusal
  const isOver = isRefused ? isNowhere(failure) || isSurelyGone(shownAtMs ?? 0, now()) : failure === undefined
  if (isOver) return forgetThreadStatus(database, thread, claimedAtMs)
  await letGo(database, thread, claimedAtMs)
  if (!isRefused) throw failure
  threadStatusPace.refused(failure.code)
  throw new TransientError('Slack does not clear a thread status', { retryAfterMs: threadStatusPace.closedForMs() })
}

const isBeingAsked = () => new TransientError('Slack is being asked about a thread', { retryAfterMs: TRY_AGAIN_MS })
