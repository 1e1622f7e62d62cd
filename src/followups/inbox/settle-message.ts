import type { Sql } from '../../database/database.ts'
import { TransientError } from '../../errors.ts'
import type { SlackMessage } from '../../slack/blocks.ts'
import { beginsWithMention, isDirect } from '../../slack/slack-text.ts'
import { renameView } from '../../slack/view-store.ts'
import { checkPermission, recordRefusal } from '../check-permission.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { isCancelledByMessage, isIn } from '../model/followup.ts'
import { directId, messageId } from '../model/message-ids.ts'
import { UNDO } from '../model/setting.ts'
import { startFollowup } from '../sending/start-followup.ts'
import { findByReply, type NewFollowup, releaseReply } from '../stores/followup-store.ts'
import { closeMessage, findUnread, type Message, markAnswered } from '../stores/inbox-store.ts'
import { waitForTurn } from '../stores/job-store.ts'
import { findChoice } from '../stores/setting-store.ts'
import { findThread, type Thread } from '../stores/thread-store.ts'
import { refusal } from '../views/answers.ts'
import { redraw } from '../views/schedule-views.ts'
import { tell } from '../views/tell.ts'
import { type Meant, mayTakeAbove } from './understand.ts'

/** What a person wrote waits no longer than this for what has to come first. */
export const GIVE_BACK_AFTER_MS = 3_600_000

/** Undefined: there is none. Retries while Slack does not say who the author is, but no longer than anyone would expect. */
export async function refusalFor(
  deps: FollowupDeps,
  message: Message,
  prompt: string
): Promise<SlackMessage | undefined> {
  try {
    const cause = await checkPermission(deps, message)
    if (cause) await recordRefusal(deps, message, cause)
    return cause && refusal(cause, prompt)
  } catch (error) {
    if (!(error instanceof TransientError) || deps.now() - message.receivedAtMs < GIVE_BACK_AFTER_MS) throw error
    return refusal('not told', prompt)
  }
}

/** What this says stays true: from now on, these words are not sent. */
export async function answerMessage(deps: FollowupDeps, message: Message, answer: SlackMessage): Promise<void> {
  await markAnswered(deps.database, message)
  await tellAuthorOf(deps, message, answer)
  await passOver(deps, message)
}

export async function passOver(deps: FollowupDeps, message: Message): Promise<void> {
  await closeMessage(deps.database, message)
}

/** Directly where Slack takes it nowhere else, unless they can no longer see the channel. */
export async function tellAuthorOf(deps: FollowupDeps, message: Message, answer: SlackMessage): Promise<void> {
  const { channelId, ts, threadTs, userId, receivedAtMs } = message
  const place = { channelId, ...(threadTs !== ts && { threadTs }) }
  const id = directId(`${channelId}/${ts}/${receivedAtMs}`)
  await tell(deps, { userId, place, direct: { id, seenIn: channelId } }, answer)
}

/** False: it was taken back. */
export async function sendMessage(
  deps: FollowupDeps,
  message: Message,
  { jobId, prompt, wait }: Meant,
  unsent: string[],
  threadTs: string | null
): Promise<boolean> {
  const { projectId } = deps
  const { teamId, channelId, ts, userId, writtenAtMs } = message
  const isUnderOwn = isDirect(channelId) && message.threadTs !== ts && message.threadTs !== threadTs
  return deps.database.transaction(async sql => {
    await waitForTurn(sql, { projectId, jobId })
    // Changed by its author, or read by another process.
    if (!(await closeMessage(sql, message))) return false
    const undo = await findChoice(sql, teamId, [userId], UNDO)
    const isAsked = takesAbove(deps, message, threadTs) && (await mayTakeAbove(deps, sql, channelId))
    const given = {
      projectId,
      jobId,
      teamId,
      channelId,
      threadTs,
      replyTs: ts,
      writtenInTs: isUnderOwn ? message.threadTs : null,
      responseUrl: null,
      requesterId: userId,
      prompt,
      wait,
      undoUntilMs: undo && writtenAtMs + 1_000 * Number(undo),
      brought: {
        ...(unsent.length > 0 && { unsent }),
        ...(isAsked && { above: { threadTs: message.threadTs, beforeTs: ts } })
      },
      writtenAtMs
    }
    await replaceDropped(deps, sql, given)
    // Closing a thread takes the job's lock, which we hold now: it cannot be closed unseen.
    const thread = threadTs === null ? undefined : await findThread(sql, { teamId, channelId, threadTs })
    if (thread?.closedBecause) throw new TransientError('A thread was closed meanwhile')
    return true
  })
}

/** Who calls the bot into a thread of people speaks of what was said there. */
const takesAbove = ({ botUserId }: FollowupDeps, message: Message, threadTs: string | null): boolean =>
  threadTs === null &&
  message.threadTs !== message.ts &&
  !isDirect(message.channelId) &&
  beginsWithMention(message.text, botUserId)

/** A message belongs to one follow-up. What was not sent of it gives way to this one, with its marks and its notice. */
async function replaceDropped(deps: FollowupDeps, sql: Sql, given: NewFollowup & { replyTs: string }): Promise<void> {
  const before = await findByReply(sql, { ...given, ts: given.replyTs })
  if (before && isIn(before, 'dropped')) await releaseReply(sql, before)
  // What somebody left out stays so when they change their words.
  const isWithout = before !== undefined && before.brought?.above === undefined
  const brought = { ...given.brought, ...(isWithout && { above: undefined }) }
  const started = await startFollowup(deps, sql, { ...given, brought })
  // The thread of another job keeps its notice.
  const isSameJob = before?.projectId === given.projectId && before.jobId === given.jobId
  if (started === undefined || !isSameJob || !isCancelledByMessage(before)) return
  const viewId = messageId(started.id, 'waiting')
  const isShown = await renameView(sql, messageId(before.id, 'waiting'), { id: viewId, followupId: started.id })
  if (isShown) await redraw(deps, sql, { viewId })
}

/** In direct messages, the thread of somebody's own follow-up stands for the thread of its card. */
export async function threadOf({ database, now }: FollowupDeps, message: Message): Promise<Thread | undefined> {
  const { teamId, channelId, threadTs, ts } = message
  const thread = await findThread(database, message)
  if (thread !== undefined || threadTs === ts || !isDirect(channelId)) return thread
  const followup = await findByReply(database, { ...message, ts: threadTs })
  if (followup?.threadTs) return findThread(database, { teamId, channelId, threadTs: followup.threadTs })
  const isUndecided = followup
    ? !isIn(followup, 'dropped')
    : (await findUnread(database, { ...message, ts: threadTs })) !== undefined
  const mayComeSoon = isUndecided && now() - message.receivedAtMs < GIVE_BACK_AFTER_MS
  if (mayComeSoon) throw new TransientError('The follow-up above a message has no thread yet')
  return undefined
}
