import { isDirect } from '../../slack/is-direct.ts'
import { beginsWithMention, mentions } from '../../slack/slack-text.ts'
import { dropReply } from '../drop-reply.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { onlyMentionsMessage } from '../messages/reply-answers.ts'
import { isForAgent } from '../rules/setting.ts'
import type { Thread } from '../rules/thread.ts'
import type { Reply } from '../stores/reply-store.ts'
import { hear } from '../stores/speaker-store.ts'
import { answerReply, refusalFor } from './settle-reply.ts'
import { takeTalk } from './take-talk.ts'

type Hearing = { isForAgent: boolean; isNewcomer: boolean }

/** Whether the agent is spoken to in a thread, as people have chosen for it or its channel; in direct messages, always. */
export async function hearReply(deps: FollowupDeps, reply: Reply, thread: Thread): Promise<Hearing> {
  const { database, botUserId, replies } = deps
  const isMention = reply.isLetThrough || beginsWithMention(reply.text, botUserId)
  if (isDirect(reply.channelId)) return { isForAgent: true, isNewcomer: false }
  const { isNew, hasOthers, chosen } = await hear(database, thread, reply.userId)
  return {
    isForAgent: isForAgent(chosen?.value ?? replies, { isMention, hasOthers }),
    isNewcomer: isNew && !isMention
  }
}

/** Nothing of it is sent. Whoever is new here may not know that. */
export async function leaveToPeople(deps: FollowupDeps, reply: Reply, { isNewcomer }: Hearing): Promise<void> {
  if (mentions(reply.text, deps.botUserId)) return takeTalk(deps, reply, onlyMentionsMessage())
  if (isNewcomer && !(await refusalFor(deps, reply, ''))) return answerReply(deps, reply, onlyMentionsMessage())
  await deps.database.transaction(sql => dropReply(deps, sql, reply))
}
