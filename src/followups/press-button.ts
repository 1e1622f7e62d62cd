import { readsClosedUntilMs } from '../agent/budget.ts'
import type { Sql } from '../database/database.ts'
import type { SlackMessage } from '../slack/blocks.ts'
import { isFirstDelivery } from '../slack/delivery-store.ts'
import { checkPermissionOnce } from './check-permission.ts'
import type { FollowupDeps } from './followup-deps.ts'
import {
  cannotTellWhoMessage,
  closedThreadMessage,
  lookWaitsMessage,
  otherProjectMessage,
  refusedMessage,
  sentOnceMoreMessage,
  staleButtonMessage,
  stoppedMessage
} from './messages/private-messages.ts'
import { type Move, recordMoves } from './record-moves.ts'
import { WORK_EXPECTED_MS } from './rules/decide-looks.ts'
import { cancel } from './rules/decide-send.ts'
import { canResume, mayBeSentAgain, resumeWatching, stopWatching } from './rules/decide-watch.ts'
import { type Followup, isIn, moveTo, type ThreadKey } from './rules/followup.ts'
import { scheduleLookAt } from './schedule-look.ts'
import { startFollowup } from './start-followup.ts'
import { stopWatchingThread } from './stop-watching-thread.ts'
import {
  findFollowup,
  followupsOfThread,
  isSentSince,
  type NewFollowup,
  releaseReply,
  saveMarks
} from './stores/followup-store.ts'
import { lockJob } from './stores/job-store.ts'
import { findThread, saveLastCheck } from './stores/thread-store.ts'

/** Somebody pressed a button of ours. `value` is what the button carries: a follow-up, or the job of the thread. */
export type Press = {
  actionId: string
  value: string
  userId: string
  userTeamId: string
  channelId: string
  messageTs: string
  threadTs: string
  actionTs: string
}

/** Carries the press out in one transaction; what it returns is for the person alone. */
type Button = (deps: FollowupDeps, sql: Sql, press: Press) => Promise<SlackMessage | undefined>

export const buttons: Record<string, Button> = {
  'check-now': checkNow,
  'stop-watching': stopWatchingHere,
  'keep-watching': keepWatching,
  cancel: cancelSend,
  'send-again': sendAgain,
  'leave-it': leaveIt,
  'send-twin': sendTwin
}

export async function pressButton(deps: FollowupDeps, press: Press): Promise<SlackMessage | undefined> {
  const button = buttons[press.actionId]
  if (button === undefined) return undefined
  const refused = await checkPermissionOnce(deps, press)
  if (refused === 'not told') return cannotTellWhoMessage('')
  if (refused) return refusedMessage(refused, '')
  const { channelId, messageTs, actionId, actionTs } = press
  return deps.database.transaction(async sql => {
    const isFirst = await isFirstDelivery(sql, [`press:${channelId}/${messageTs}/${actionId}/${actionTs}`], deps.now())
    if (!isFirst) return undefined
    const thread = await findThread(sql, threadOf(deps, press))
    if (thread && thread.projectId !== deps.projectId) return otherProjectMessage(thread.projectId, deps.projectId, '')
    return thread?.closedBecause
      ? closedThreadMessage(thread.jobId, thread.closedBecause, '')
      : button(deps, sql, press)
  })
}

const threadOf = (
  { teamId }: FollowupDeps,
  { channelId, threadTs }: Pick<Press, 'channelId' | 'threadTs'>
): ThreadKey => ({
  teamId,
  channelId,
  threadTs
})

async function checkNow(deps: FollowupDeps, sql: Sql, press: Press): Promise<SlackMessage | undefined> {
  const thread = await findThread(sql, threadOf(deps, press))
  if (thread === undefined) return staleButtonMessage()
  const { teamId, channelId, threadTs } = thread
  await lockJob(sql, thread)
  if (!(await followupsOfThread(sql, thread)).some(followup => isIn(followup, 'watching'))) return staleButtonMessage()
  const pausedUntilMs = await readsClosedUntilMs(sql, thread.projectId)
  if (pausedUntilMs > deps.now()) return lookWaitsMessage(thread.jobId, pausedUntilMs)
  await saveLastCheck(sql, thread, press.userId, deps.now())
  await scheduleLookAt(deps, sql, thread, deps.now())
  await deps.enqueue(sql, 'refresh-card', { teamId, channelId, threadTs })
  return undefined
}

async function stopWatchingHere(deps: FollowupDeps, sql: Sql, press: Press): Promise<SlackMessage | undefined> {
  const thread = await findThread(sql, threadOf(deps, press))
  if (thread === undefined) return staleButtonMessage()
  const stopped = await stopWatchingThread(deps, sql, thread, press.userId)
  return stopped === 0 ? staleButtonMessage() : stoppedMessage(thread.jobId, stopped)
}

/** The follow-up that the button is about, its job's line locked; undefined when it is not in this channel, or not ours. */
async function lockFollowup(
  { projectId }: FollowupDeps,
  sql: Sql,
  { value, channelId }: Press
): Promise<Followup | undefined> {
  const found = await findFollowup(sql, value)
  if (found === undefined || found.channelId !== channelId || found.projectId !== projectId) return undefined
  await lockJob(sql, found)
  return findFollowup(sql, value)
}

/** On a notice it is about the one that the notice is about; on the card, about all whose watch ended at the same moment. */
async function keepWatching(deps: FollowupDeps, sql: Sql, press: Press): Promise<SlackMessage | undefined> {
  const pressed = await lockFollowup(deps, sql, press)
  if (!pressed || !canResume(pressed)) return staleButtonMessage()
  const isOnCard = press.messageTs === press.threadTs
  const ended = (await followupsOfThread(sql, threadOf(deps, press))).filter(canResume)
  const together = ended.filter(({ id, progress }) =>
    isOnCard || pressed.progress.told ? progress.atMs === pressed.progress.atMs : id === pressed.id
  )
  const nowMs = deps.now()
  const moves: Move[] = []
  for (const before of together) {
    const isMissed = nowMs - before.progress.sentAtMs > WORK_EXPECTED_MS
    const sentSince = isMissed && (await isSentSince(sql, before, before.progress.sentAtMs))
    moves.push({ before, after: resumeWatching(before, press.userId, nowMs, sentSince) })
  }
  await recordMoves(deps, sql, moves)
  return undefined
}

async function cancelSend(deps: FollowupDeps, sql: Sql, press: Press): Promise<SlackMessage | undefined> {
  const followup = await lockFollowup(deps, sql, press)
  const cancelled = followup && cancel(followup, press.userId, deps.now())
  if (!cancelled) return staleButtonMessage()
  await recordMoves(deps, sql, [{ before: followup, after: cancelled }])
  return undefined
}

async function leaveIt(deps: FollowupDeps, sql: Sql, press: Press): Promise<SlackMessage | undefined> {
  const followup = await lockFollowup(deps, sql, press)
  if (!followup || !isIn(followup, 'watching') || followup.progress.left) return staleButtonMessage()
  const left = moveTo<'watching'>(followup, { ...followup.progress, left: { by: press.userId, atMs: deps.now() } })
  await recordMoves(deps, sql, [{ before: followup, after: left }])
  return undefined
}

/** A person decided that the doubtful instruction goes out once more: as a follow-up of its own. */
async function sendAgain(deps: FollowupDeps, sql: Sql, press: Press): Promise<SlackMessage | undefined> {
  const followup = await lockFollowup(deps, sql, press)
  if (!followup || !mayBeSentAgain(followup)) return staleButtonMessage()
  const ended = stopWatching(followup, 'sent again', deps.now(), press.userId)
  await recordMoves(deps, sql, [{ before: followup, after: ended }])
  await releaseReply(sql, followup)
  const again = await startFollowup(deps, sql, copyOf(followup, followup.replyTs, deps.now()))
  if (again) await saveMarks(sql, again, followup.marks)
  return undefined
}

/** The button stays on the private answer after its use, so it works once an answer and not once a press. */
async function sendTwin(deps: FollowupDeps, sql: Sql, press: Press): Promise<SlackMessage | undefined> {
  const followup = await lockFollowup(deps, sql, press)
  if (!followup || !(await isFirstDelivery(sql, [`twin:${press.channelId}/${press.messageTs}`], deps.now())))
    return staleButtonMessage()
  const { channelId, threadTs } = followup
  const isClosed = threadTs !== null && (await findThread(sql, threadOf(deps, { channelId, threadTs })))?.closedBecause
  const again = { ...copyOf(followup, null, deps.now()), ...(isClosed && { threadTs: null }) }
  await startFollowup(deps, sql, { ...again, requesterId: press.userId })
  return sentOnceMoreMessage(followup.jobId)
}

function copyOf(followup: Followup, replyTs: string | null, writtenAtMs: number): NewFollowup {
  const { projectId, jobId, teamId, channelId, threadTs, requesterId, prompt, fileCount } = followup
  return {
    projectId,
    jobId,
    teamId,
    channelId,
    threadTs,
    // The first one's may be used up or too old.
    responseUrl: null,
    requesterId,
    prompt,
    fileCount,
    replyTs,
    writtenAtMs
  }
}
