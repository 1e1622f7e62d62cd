import type { Sql } from '../../database/database.ts'
import { TransientError } from '../../errors.ts'
import type { SlackMessage } from '../../slack/blocks.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { guardWords } from '../guard-words.ts'
import { onItsWayMessage, takenAlreadyMessage } from '../messages/got-it-messages.ts'
import { closedThreadMessage, otherProjectMessage, staleButtonMessage } from '../messages/private-messages.ts'
import { nothingLeftMessage } from '../messages/reply-answers.ts'
import { startAnew } from '../moves/start-in-place-of.ts'
import { isIn } from '../rules/followup.ts'
import type { KeptReply } from '../rules/kept-reply.ts'
import type { ReplyMeaning } from '../rules/parse-reply.ts'
import type { Thread } from '../rules/thread.ts'
import { findEdit } from '../stores/edit-store.ts'
import { findByReply, type NewFollowup } from '../stores/followup-store.ts'
import { findHold } from '../stores/hold-store.ts'
import { findThread } from '../stores/thread-store.ts'
import { readPressed } from './read-pressed.ts'

type Press = { channelId: string; userId: string; userTeamId: string }

/** What it says by now, and the thread in which it was written. */
type Found = { reply: KeptReply; text: string; thread: Thread }

/** Or what there is to say instead: it was sent already, say. */
export async function findKeptReply(
  { teamId }: FollowupDeps,
  sql: Sql,
  { channelId }: Press,
  reply: KeptReply
): Promise<Found | SlackMessage> {
  const { threadTs, ts } = reply
  const thread = await findThread(sql, { teamId, channelId, threadTs })
  const said = await findEdit(sql, { teamId, channelId, ts })
  if (thread === undefined || said === undefined) return staleButtonMessage()
  const before = await findByReply(sql, teamId, channelId, ts)
  if (before && !isIn(before, 'cancelled')) return onItsWayMessage(before, await findHold(sql, before))
  return { reply, text: said.text, thread }
}

/** The job it is for, and the job's thread unless it has yet to find that. */
type Goal = { jobId: string; threadTs: string | null; meaning: ReplyMeaning }

/**
 * Its author meant it for the agent, so it goes out as a reply that is written now would. It belongs to one follow-up, so a second
 * press sends nothing more.
 */
export async function sendKeptReply(
  deps: FollowupDeps,
  sql: Sql,
  press: Press,
  { reply, text, thread }: Found,
  { jobId, threadTs, meaning }: Goal
): Promise<SlackMessage> {
  const { teamId, projectId, now } = deps
  const { channelId, userId } = press
  const { ts, threadTs: writtenIn, fileCount } = reply
  if (meaning.kind !== 'chatter' && meaning.kind !== 'stop' && meaning.kind !== 'instruction')
    return nothingLeftMessage()
  // Slack does not always say in which thread a private message is shown, so this is not checked before.
  if (thread.projectId !== projectId) return otherProjectMessage(thread.projectId, projectId, meaning.prompt)
  if (threadTs !== null && thread.closedBecause) return closedThreadMessage(jobId, thread.closedBecause, meaning.prompt)
  const stopped = guardWords(deps, 'message', text)
  if (stopped) return stopped
  const toEdit = { ts, threadTs: writtenIn, text, fileCount }
  const said = await readPressed(deps, sql, press, meaning.prompt, toEdit)
  if ('blocks' in said) return said
  const instruction: NewFollowup = {
    teamId,
    projectId,
    jobId,
    channelId,
    threadTs,
    replyTs: ts,
    responseUrl: null,
    requesterId: userId,
    ...said,
    waitsAs: said.atOnce ? undefined : 'pressed',
    fileCount,
    writtenAtMs: now()
  }
  const started = await startAnew(deps, sql, instruction)
  // Closing a thread takes the job's lock, which we hold now: it cannot be closed unseen.
  if (threadTs !== null && (await findThread(sql, { teamId, channelId, threadTs }))?.closedBecause)
    throw new TransientError('A thread was closed meanwhile')
  const sent = started ?? (await findByReply(sql, teamId, channelId, ts))
  return sent ? onItsWayMessage(sent, await findHold(sql, sent)) : takenAlreadyMessage(jobId)
}
