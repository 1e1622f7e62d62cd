import type { Sql } from '../../database/database.ts'
import { isDirect } from '../../slack/is-direct.ts'
import { beginsWithMention, messageTimeMs } from '../../slack/slack-text.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { newcomerMessage, onlyMentionsMessage } from '../messages/reply-answers.ts'
import type { ThreadKey } from '../rules/followup.ts'
import { isForAgent } from '../rules/setting.ts'
import type { Thread } from '../rules/thread.ts'
import type { Reply } from '../stores/reply-store.ts'
import { type Heard, hear, noteSpeaker, type Spoken } from '../stores/speaker-store.ts'
import { passOver, refusalFor, tellAuthorOf } from './settle-reply.ts'

/** Whether a reply is for the agent; and of one that does not say so itself, what its author knows. */
type Hearing = { isForAgent: boolean; heard: Heard | undefined }

type Deps = { database: Sql } & Pick<FollowupDeps, 'botUserId' | 'replies'>

/** Goes by what held for the thread or its channel when it was written. In direct messages, every reply is for the agent. */
export async function hearReply(
  { database, botUserId, replies }: Deps,
  reply: Pick<Reply, 'ts' | 'userId' | 'text'>,
  thread: ThreadKey
): Promise<Hearing> {
  const says = beginsWithMention(reply.text, botUserId)
  if (says || isDirect(thread.channelId)) return { isForAgent: true, heard: undefined }
  const heard = await hear(database, spoken(reply, thread))
  const { chosen, hasOthers } = heard
  return { isForAgent: isForAgent(chosen?.value ?? replies, hasOthers), heard }
}

const spoken = ({ ts, userId }: Pick<Reply, 'ts' | 'userId'>, thread: ThreadKey): Spoken => ({
  ...thread,
  userId,
  writtenAtMs: messageTimeMs(ts)
})

/** Nothing of it is sent. Its author reads that once in each thread. */
export async function leaveToPeople(
  deps: FollowupDeps,
  reply: Reply,
  thread: Thread,
  { heard }: Hearing
): Promise<void> {
  const { database } = deps
  // People who may not use the bot do not count as a second person in the thread.
  const isMember = !(await refusalFor(deps, reply, ''))
  if (isMember) await noteSpeaker(database, spoken(reply, thread))
  const isNews = isMember && !heard?.knowsOfMentions
  if (isNews) await tellAuthorOf(deps, reply, onlyMentionsMessage())
  await passOver(deps, reply)
  if (!isNews) return
  await noteSpeaker(database, spoken(reply, thread), 'mention')
}

/** It went to the agent. If that was its author's first instruction, they are told that it is one. */
export async function welcome(deps: FollowupDeps, reply: Reply, thread: Thread, { heard }: Hearing): Promise<void> {
  if (!heard?.isNew) return
  await tellAuthorOf(deps, reply, newcomerMessage(thread.jobId))
  await noteSpeaker(deps.database, spoken(reply, thread), 'always')
}

/** Thanks are not sent, but somebody has written. */
export const noteThanks = ({ database }: Pick<Deps, 'database'>, reply: Reply, thread: Thread) =>
  noteSpeaker(database, spoken(reply, thread))
