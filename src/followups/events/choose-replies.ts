import type { Sql } from '../../database/database.ts'
import type { SlackMessage } from '../../slack/blocks.ts'
import { isDirect } from '../../slack/is-direct.ts'
import { messageTimeMs } from '../../slack/slack-text.ts'
import { dropAsRead } from '../drop-reply.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { everyReplyMessage } from '../messages/reply-answers.ts'
import { repliesChosenMessage } from '../messages/thread-messages.ts'
import { whenChosenMessage } from '../messages/wait-messages.ts'
import { repliesChosenId, whenChosenId } from '../rules/message-ids.ts'
import { REPLIES, type Setting, WHEN } from '../rules/setting.ts'
import type { Thread } from '../rules/thread.ts'
import { sayOnce } from '../say-once.ts'
import type { Reply } from '../stores/reply-store.ts'
import { choose } from '../stores/setting-store.ts'
import { noteSpeaker } from '../stores/speaker-store.ts'
import { answerReply } from './settle-reply.ts'

/** Which replies go to the agent. */
export async function chooseReplies(
  deps: FollowupDeps,
  reply: Reply,
  thread: Thread,
  value: 'always' | 'mention'
): Promise<void> {
  const { userId, ts } = reply
  if (isDirect(thread.channelId)) return answerReply(deps, reply, everyReplyMessage())
  const told = { id: repliesChosenId(reply), message: repliesChosenMessage(thread.jobId, value) }
  await chooseHere(deps, reply, thread, { setting: REPLIES, value, ...told }, sql =>
    noteSpeaker(sql, { ...thread, userId, writtenAtMs: messageTimeMs(ts) }, value)
  )
}

/** Whether replies go out at once. */
export function chooseWhen(deps: FollowupDeps, reply: Reply, thread: Thread, value: 'now' | 'idle'): Promise<void> {
  const told = { id: whenChosenId(reply), message: whenChosenMessage(thread.jobId, value) }
  return chooseHere(deps, reply, thread, { setting: WHEN, value, ...told })
}

type Chosen<Value extends string> = { setting: Setting<Value>; value: Value; id: string; message: SlackMessage }

/** From now on, for a whole thread: so everybody there reads it. */
async function chooseHere<Value extends string>(
  deps: FollowupDeps,
  reply: Reply,
  thread: Thread,
  { setting, value, id, message }: Chosen<Value>,
  note?: (sql: Sql) => Promise<void>
): Promise<void> {
  const { teamId, channelId, threadTs } = thread
  await deps.database.transaction(async sql => {
    if ((await dropAsRead(deps, sql, reply)) === undefined) return
    // What was written before, perhaps in the same moment, is not meant.
    await choose(sql, thread, setting, { value, by: reply.userId, atMs: messageTimeMs(reply.ts) + 1 })
    await note?.(sql)
    await sayOnce(deps, sql, { id, teamId, channelId, threadTs, followupId: null, message })
  })
}
