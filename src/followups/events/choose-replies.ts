import type { Sql } from '../../database/database.ts'
import type { SlackMessage } from '../../slack/blocks.ts'
import { isDirect } from '../../slack/is-direct.ts'
import { messageTimeMs } from '../../slack/slack-text.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { repliesAsChannelMessage, repliesChosenMessage } from '../messages/replies-chosen-message.ts'
import { everyReplyMessage } from '../messages/reply-answers.ts'
import { whenChosenMessage } from '../messages/wait-messages.ts'
import { dropAsRead } from '../moves/drop-reply.ts'
import { repliesChosenId, whenChosenId } from '../rules/message-ids.ts'
import { REPLIES, type Setting, WHEN } from '../rules/setting.ts'
import type { Thread } from '../rules/thread.ts'
import { sayOnce } from '../say-once.ts'
import type { Reply } from '../stores/reply-store.ts'
import { choose, findChoice } from '../stores/setting-store.ts'
import { noteSpeaker } from '../stores/speaker-store.ts'
import { answerReply } from './settle-reply.ts'

/** Which replies go to the agent. Undefined: as its channel, or the operator, has it. */
export async function chooseReplies(
  deps: FollowupDeps,
  reply: Reply,
  thread: Thread,
  value: 'always' | 'mention' | undefined
): Promise<void> {
  const { userId, ts } = reply
  const { teamId, channelId, jobId } = thread
  if (isDirect(channelId)) return answerReply(deps, reply, everyReplyMessage())
  await chooseHere(deps, reply, thread, { setting: REPLIES, value, id: repliesChosenId(reply) }, async sql => {
    await noteSpeaker(sql, { ...thread, userId, writtenAtMs: messageTimeMs(ts) }, value)
    if (value) return repliesChosenMessage(jobId, value)
    const ofChannel = await findChoice(sql, { teamId, channelId }, REPLIES)
    return repliesAsChannelMessage(jobId, ofChannel?.value ?? deps.replies)
  })
}

/** Whether replies go out at once. */
export function chooseWhen(deps: FollowupDeps, reply: Reply, thread: Thread, value: 'now' | 'idle'): Promise<void> {
  return chooseHere(deps, reply, thread, { setting: WHEN, value, id: whenChosenId(reply) }, async () =>
    whenChosenMessage(thread.jobId, value)
  )
}

type NewChoice<Value> = { setting: Setting<Value>; value: Value | undefined; id: string }

/** From now on, for a whole thread: so everybody there reads it. */
async function chooseHere<Value>(
  deps: FollowupDeps,
  reply: Reply,
  thread: Thread,
  { setting, value, id }: NewChoice<Value>,
  say: (sql: Sql) => Promise<SlackMessage>
): Promise<void> {
  const { teamId, channelId, threadTs } = thread
  await deps.database.transaction(async sql => {
    if ((await dropAsRead(deps, sql, reply)) === undefined) return
    // What was written before, perhaps in the same moment, is not meant.
    await choose(sql, thread, setting, { value, by: reply.userId, atMs: messageTimeMs(reply.ts) + 1 })
    const message = await say(sql)
    await sayOnce(deps, sql, { id, teamId, channelId, threadTs, followupId: null, message })
  })
}
