import { TransientError } from '../errors.ts'
import { isForFew, SlackBusy, SlackRefusal, SlackUnclear } from '../slack/slack-failure.ts'
import type { FollowupDeps } from './followup-deps.ts'
import type { TaskData } from './followup-tasks.ts'
import { isWorking } from './messages/state-words.ts'
import { NO_STATUS, workingOn } from './messages/thread-status.ts'
import type { ThreadKey } from './rules/followup.ts'
import { decideStatus, isSurelyGone, type KnownStatus, REFRESH_MS } from './rules/thread-status.ts'
import { findPicture } from './stores/picture-store.ts'
import {
  claimToClear,
  claimToShow,
  findStatus,
  forgetStatus,
  letGo,
  threadsWithStatus
} from './stores/thread-status-store.ts'

type Deps = Pick<
  FollowupDeps,
  'database' | 'enqueue' | 'slack' | 'now' | 'monotonicMs' | 'log' | 'projectId' | 'showsStatus' | 'statusPace'
>

// A process that froze does not ask later, when another one may have asked for something else.
const START_WITHIN_MS = 4_000
const TRY_AGAIN_MS = 1_000

/** Slack refuses it in this place, where nothing can be shown, and not everywhere. */
const NOWHERE = new Set([
  'channel_not_found',
  'not_in_channel',
  'is_archived',
  'thread_not_found',
  'invalid_thread_ts',
  'message_not_found'
])

/**
 * Makes Slack show under a thread that the agent is working, exactly while its card says so. Whoever is to show it again passes in
 * when it was shown, in case somebody else has shown it since.
 */
export async function showStatus(
  deps: Deps,
  { shownAtMs, spokeAtMs, ...thread }: TaskData<'show-status'>
): Promise<void> {
  const { database, now, projectId, statusPace } = deps
  const known = await findStatus(database, thread, { projectId, nowMs: Math.round(now()) })
  if (shownAtMs !== undefined && shownAtMs !== known.shownAtMs) return
  const jobId = await findJobAtWork(deps, thread)
  const step = decideStatus(known, { isWorking: jobId !== undefined, spokeAtMs, nowMs: now() })
  if (step === 'leave') return
  if (known.isBeingAsked) throw isBeingAsked()
  const closedForMs = statusPace.closedForMs()
  if (closedForMs > 0 && step === 'show' && known.shownAtMs === null) return
  const waitMs = closedForMs || statusPace.takeTurn()
  if (waitMs > 0) throw new TransientError('Slack is not to be asked yet', { retryAfterMs: waitMs })
  await (jobId === undefined ? clear(deps, thread, known) : show(deps, thread, jobId))
}

/** The operator no longer wants it: what is still shown is cleared. */
export async function clearAllStatuses({ database, enqueue, projectId }: Deps): Promise<void> {
  const threads = await threadsWithStatus(database, projectId, Number.MAX_SAFE_INTEGER)
  if (threads.length > 0) await enqueue(database, 'show-status', threads)
}

/** Undefined: it is not at work, as far as the card says. */
async function findJobAtWork({ database, showsStatus }: Deps, key: ThreadKey): Promise<string | undefined> {
  if (!showsStatus) return undefined
  const { thread, followups, job } = await findPicture(database, key)
  const isOpen = thread !== null && thread.closedBecause === null
  return isOpen && followups.some(followup => isWorking(followup, job)) ? thread.jobId : undefined
}

/** Whatever goes wrong, it is tried again only when it would have to be shown again anyway. */
async function show(deps: Deps, thread: ThreadKey, jobId: string): Promise<void> {
  const { database, enqueue, now, log, projectId, statusPace } = deps
  const mayStart = startsWithin(deps)
  const claimedAtMs = Math.round(now())
  await database.transaction(async sql => {
    if (!(await claimToShow(sql, thread, claimedAtMs, projectId))) throw isBeingAsked()
    await enqueue(sql, 'show-status', { ...thread, shownAtMs: claimedAtMs }, { atMs: claimedAtMs + REFRESH_MS })
  })
  const failure = await ask(deps, thread, workingOn(jobId), mayStart)
  if (failure instanceof SlackRefusal && isNowhere(failure)) {
    log.warn({ channel: thread.channelId, code: failure.code }, 'A thread cannot show that the agent is working')
    return forgetStatus(database, thread, claimedAtMs)
  }
  if (failure instanceof SlackRefusal) statusPace.refused(failure.code)
  if (!(failure instanceof SlackUnclear)) await letGo(database, thread, claimedAtMs)
  // What ended before the claim found nothing to clear.
  if ((await findJobAtWork(deps, thread)) === undefined) await enqueue(database, 'show-status', thread)
}

async function clear(deps: Deps, thread: ThreadKey, { shownAtMs }: KnownStatus): Promise<void> {
  const { database, now, statusPace } = deps
  const mayStart = startsWithin(deps)
  const claimedAtMs = Math.round(now())
  if (!(await claimToClear(database, thread, claimedAtMs))) throw isBeingAsked()
  const failure = await ask(deps, thread, NO_STATUS, mayStart)
  // The claim stays for as long as the call may yet take effect.
  if (failure instanceof SlackUnclear) throw failure
  const isRefused = failure instanceof SlackRefusal
  const isOver = isRefused ? isNowhere(failure) || isSurelyGone(shownAtMs ?? 0, now()) : failure === undefined
  if (isOver) return forgetStatus(database, thread, claimedAtMs)
  await letGo(database, thread, claimedAtMs)
  if (!isRefused) throw failure
  statusPace.refused(failure.code)
  throw new TransientError('Slack does not clear a status', { retryAfterMs: statusPace.closedForMs() })
}

/** One call, and why it failed. Only an unclear failure leaves open whether it took effect. */
async function ask(
  { slack, statusPace }: Deps,
  thread: ThreadKey,
  words: string,
  mayStart: () => boolean
): Promise<SlackRefusal | TransientError | undefined> {
  try {
    await slack.setStatus(thread, words, mayStart)
    return undefined
  } catch (error) {
    if (error instanceof SlackBusy) statusPace.close(error.waitMs)
    if (error instanceof SlackRefusal || error instanceof TransientError) return error
    throw error
  }
}

function startsWithin({ monotonicMs }: Deps): () => boolean {
  const endsMs = monotonicMs() + START_WITHIN_MS
  return () => monotonicMs() < endsMs
}

const isNowhere = ({ code }: SlackRefusal) => NOWHERE.has(code) || isForFew(code)

const isBeingAsked = () => new TransientError('Slack is being asked about a thread', { retryAfterMs: TRY_AGAIN_MS })
