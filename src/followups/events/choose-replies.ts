import { isDirect } from '../../slack/is-direct.ts'
import { messageTimeMs } from '../../slack/slack-text.ts'
import { dropAsRead } from '../drop-reply.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { everyReplyMessage } from '../messages/reply-answers.ts'
import { repliesChosenMessage } from '../messages/thread-messages.ts'
import { repliesChosenId } from '../rules/message-ids.ts'
import { REPLIES } from '../rules/setting.ts'
import type { Thread } from '../rules/thread.ts'
import { sayOnce } from '../say-once.ts'
import type { Reply } from '../stores/reply-store.ts'
import { choose } from '../stores/setting-store.ts'
import { noteSpeaker } from '../stores/speaker-store.ts'
import { answerReply } from './settle-reply.ts'

/** From now on, for a whole thread: so everybody there reads it. */
export async function chooseReplies(
  deps: FollowupDeps,
  reply: Reply,
  thread: Thread,
  value: 'always' | 'mention'
): Promise<void> {
  const { teamId, channelId, threadTs } = thread
  const { userId, ts } = reply
  const atMs = messageTimeMs(ts)
  if (isDirect(channelId)) return answerReply(deps, reply, everyReplyMessage())
  await deps.database.transaction(async sql => {
    if ((await dropAsRead(deps, sql, reply)) === undefined) return
    // What was written before, perhaps in the same moment, is not meant.
    await choose(sql, thread, REPLIES, { value, by: userId, atMs: atMs + 1 })
    await noteSpeaker(sql, { ...thread, userId, writtenAtMs: atMs }, value)
    const message = repliesChosenMessage(thread.jobId, value)
    await sayOnce(deps, sql, { id: repliesChosenId(reply), teamId, channelId, threadTs, followupId: null, message })
  })
}
