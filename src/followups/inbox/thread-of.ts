import { TransientError } from '../../errors.ts'
import { isDirect } from '../../slack/slack-text.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { isIn } from '../model/followup.ts'
import type { Thread } from '../model/thread.ts'
import { findByReply } from '../stores/followup-store.ts'
import { findUnread, type Message } from '../stores/inbox-store.ts'
import { findThread } from '../stores/thread-store.ts'
import { GIVE_BACK_AFTER_MS } from './settle-message.ts'

/**
 * The thread of a job in which something was written. In direct messages, that is also the thread of somebody's own instruction:
 * it stands for the thread of the card.
 */
export async function threadOf({ database, now }: FollowupDeps, message: Message): Promise<Thread | undefined> {
  const { teamId, channelId, threadTs, ts } = message
  const thread = await findThread(database, message)
  if (thread !== undefined || threadTs === ts || !isDirect(channelId)) return thread
  const followup = await findByReply(database, teamId, channelId, threadTs)
  if (followup?.threadTs) return findThread(database, { teamId, channelId, threadTs: followup.threadTs })
  const isUndecided = followup
    ? !isIn(followup, 'rejected', 'cancelled')
    : (await findUnread(database, { ...message, ts: threadTs })) !== undefined
  const mayComeSoon = isUndecided && now() - message.receivedAtMs < GIVE_BACK_AFTER_MS
  if (mayComeSoon) throw new TransientError('The instruction above a message has no thread yet')
  return undefined
}
