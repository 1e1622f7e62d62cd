import type { Sql } from '../../database/database.ts'
import type { SlackMessage } from '../../slack/blocks.ts'
import { beginsWithMention, isDirect, messageTimeMs } from '../../slack/slack-text.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { everyReplyMessage, repliesChosenMessage } from '../messages/reply-answers.ts'
import { whenChosenMessage } from '../messages/wait-messages.ts'
import { dropAsRead } from '../moves/drop-reply.ts'
import type { ThreadKey } from '../rules/followup.ts'
import { repliesChosenId, whenChosenId } from '../rules/message-ids.ts'
import { REPLIES, type Replies, type Setting, WHEN } from '../rules/setting.ts'
import type { Thread } from '../rules/thread.ts'
import { sayOnce } from '../say-once.ts'
import type { Reply } from '../stores/reply-store.ts'
import { choose, findChoice, threadPlace } from '../stores/setting-store.ts'
import { answerReply } from './settle-reply.ts'

/** Whether a reply is for the agent. In direct messages, and if it begins by mentioning the bot, it is. */
export async function isForAgent(
  { database, botUserId, replies }: { database: Sql } & Pick<FollowupDeps, 'botUserId' | 'replies'>,
  text: string,
  thread: ThreadKey
): Promise<boolean> {
  const { teamId, channelId } = thread
  if (beginsWithMention(text, botUserId) || isDirect(channelId)) return true
  const chosen = await findChoice(database, teamId, [threadPlace(thread), channelId], REPLIES)
  return (chosen?.value ?? replies) === 'always'
}

/** Which replies go to the agent. */
export function chooseReplies(deps: FollowupDeps, reply: Reply, thread: Thread, value: Replies): Promise<void> {
  if (isDirect(thread.channelId)) return answerReply(deps, reply, everyReplyMessage())
  const message = repliesChosenMessage(thread.jobId, value)
  return chooseHere(deps, reply, thread, { setting: REPLIES, value, id: repliesChosenId(reply), message })
}

/** Whether replies go out at once. */
export function chooseWhen(deps: FollowupDeps, reply: Reply, thread: Thread, value: 'now' | 'idle'): Promise<void> {
  const message = whenChosenMessage(thread.jobId, value)
  return chooseHere(deps, reply, thread, { setting: WHEN, value, id: whenChosenId(reply), message })
}

type NewChoice<Value extends string> = { setting: Setting<Value>; value: Value; id: string; message: SlackMessage }

/** From now on, for a whole thread: so everybody there reads it. */
async function chooseHere<Value extends string>(
  deps: FollowupDeps,
  reply: Reply,
  thread: Thread,
  { setting, value, id, message }: NewChoice<Value>
): Promise<void> {
  const { teamId, channelId, threadTs } = thread
  await deps.database.transaction(async sql => {
    if ((await dropAsRead(deps, sql, reply)) === undefined) return
    const place = threadPlace(thread)
    await choose(sql, { teamId, place }, setting, { value, by: reply.userId, atMs: messageTimeMs(reply.ts) })
    await sayOnce(deps, sql, { id, teamId, channelId, threadTs, followupId: null, message })
  })
}
