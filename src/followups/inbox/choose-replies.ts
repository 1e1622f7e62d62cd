import type { Sql } from '../../database/database.ts'
import { beginsWithMention, isDirect, messageTimeMs } from '../../slack/slack-text.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import type { ThreadKey } from '../model/followup.ts'
import { repliesChosenId } from '../model/message-ids.ts'
import { REPLIES, type Replies } from '../model/setting.ts'
import type { Thread } from '../model/thread.ts'
import { closeMessage, type Message } from '../stores/inbox-store.ts'
import { choose, findChoice, threadPlace } from '../stores/setting-store.ts'
import { everyReplyMessage, repliesChosenMessage } from '../views/answers.ts'
import { showOnce } from '../views/schedule-views.ts'
import { answerMessage } from './settle-message.ts'

/** Whether a message is for the agent. In direct messages, and if it begins by mentioning the bot, it is. */
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

/** Which replies go to the agent from now on, in a whole thread: so everybody there reads it. */
export async function chooseReplies(
  deps: FollowupDeps,
  message: Message,
  thread: Thread,
  value: Replies
): Promise<void> {
  const { teamId, channelId, threadTs, jobId } = thread
  if (isDirect(channelId)) return answerMessage(deps, message, everyReplyMessage())
  const answer = repliesChosenMessage(jobId, value)
  await deps.database.transaction(async sql => {
    if (!(await closeMessage(sql, message))) return
    const place = threadPlace(thread)
    await choose(sql, { teamId, place }, REPLIES, { value, by: message.userId, atMs: messageTimeMs(message.ts) })
    const id = repliesChosenId(message)
    await showOnce(deps, sql, { id, teamId, channelId, threadTs, followupId: null, message: answer })
  })
}
