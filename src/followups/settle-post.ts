import type { Sql } from '../database/database.ts'
import { addPost, type Post } from '../slack/outbox.ts'
import { isIn, moveTo } from './followup.ts'
import type { FollowupDeps } from './followup-deps.ts'
import { loadFollowup, setThreadOf } from './followup-store.ts'
import { lockJob } from './job-store.ts'
import { cannotPostMessage, couldNotPostThereMessage } from './private-messages.ts'
import { recordMoves } from './record-moves.ts'
import { respond } from './tell.ts'
import { bindThread } from './thread-store.ts'

const isCard = ({ id, followupId }: Post) => id === `${followupId}:card`

/** The card is in Slack: its thread belongs to the job from now on, and the instruction may go out. */
export async function bindCard(
  { enqueue }: Pick<FollowupDeps, 'enqueue'>,
  sql: Sql,
  post: Post,
  messageTs: string
): Promise<void> {
  if (!isCard(post)) return
  const followup = await loadFollowup(sql, post.followupId)
  const { teamId, channelId } = post
  await bindThread(sql, { teamId, channelId, threadTs: messageTs }, followup)
  await setThreadOf(sql, followup.id, messageTs)
  await enqueue(sql, 'send-followup', { followupId: followup.id })
  // It was in Slack before we knew, and somebody has used its button since.
  if (!isIn(followup, 'accepted')) await enqueue(sql, 'refresh-card', { teamId, channelId, threadTs: messageTs })
}

/**
 * Slack will never take the message. Without a card nothing is sent, and the person is told why. What was to be said in a thread
 * that can no longer be written to is said to the requester directly.
 */
export async function giveUpPost(
  deps: Pick<FollowupDeps, 'enqueue' | 'now' | 'random' | 'log'>,
  sql: Sql,
  post: Post,
  code: string
): Promise<void> {
  deps.log.error({ post: post.id, channel: post.channelId, code }, 'Slack refuses a message; it is given up')
  const { jobId, projectId, requesterId } = await loadFollowup(sql, post.followupId)
  if (!isCard(post)) return sayDirectly(deps, sql, post, requesterId)
  await lockJob(sql, { projectId, jobId })
  const followup = await loadFollowup(sql, post.followupId)
  if (!isIn(followup, 'accepted', 'held')) return
  const rejected = moveTo<'rejected'>(followup, { state: 'rejected', reason: 'no card', atMs: deps.now() })
  await recordMoves(deps, sql, [{ before: followup, after: rejected }])
  await deps.enqueue(sql, 'tell-cannot-post', { followupId: followup.id, code })
}

async function sayDirectly(
  { enqueue }: Pick<FollowupDeps, 'enqueue'>,
  sql: Sql,
  post: Post,
  requesterId: string
): Promise<void> {
  if (post.channelId === requesterId) return
  const message = couldNotPostThereMessage(post.channelId, post.message.text)
  const direct = { ...post, id: `${post.id}:direct`, channelId: requesterId, threadTs: null, message }
  if (await addPost(sql, direct)) await enqueue(sql, 'post-message', { postId: direct.id })
}

/** Says so through the command's own answer address: it works where the bot cannot post. */
export async function tellCannotPost(
  deps: Pick<FollowupDeps, 'database' | 'slack' | 'log'>,
  followupId: string,
  code: string
): Promise<void> {
  const followup = await loadFollowup(deps.database, followupId)
  if (followup.responseUrl !== null) await respond(deps, followup.responseUrl, cannotPostMessage(code, followup))
}
