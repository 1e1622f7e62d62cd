import { dropReply } from '../drop-reply.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { repliesChosenMessage } from '../messages/thread-messages.ts'
import { repliesChosenId } from '../rules/message-ids.ts'
import { REPLIES } from '../rules/setting.ts'
import type { Thread } from '../rules/thread.ts'
import { sayOnce } from '../say-once.ts'
import type { Reply } from '../stores/reply-store.ts'
import { choose } from '../stores/setting-store.ts'

/** From now on, for a whole thread: so everybody there reads it. */
export async function chooseReplies(
  deps: FollowupDeps,
  reply: Reply,
  thread: Thread,
  value: 'always' | 'mention'
): Promise<void> {
  const { teamId, channelId, threadTs } = thread
  await deps.database.transaction(async sql => {
    if ((await dropReply(deps, sql, reply)) === undefined) return
    await choose(sql, thread, REPLIES, { value, by: reply.userId, atMs: deps.now() })
    const message = repliesChosenMessage(thread.jobId, value)
    await sayOnce(deps, sql, { id: repliesChosenId(reply), teamId, channelId, threadTs, followupId: null, message })
  })
}
