import type { Sql } from '../database/database.ts'
import { addPost } from '../slack/outbox.ts'
import { stopWatching } from './decide-watch.ts'
import { type Followup, isIn, moveTo, type ThreadKey } from './followup.ts'
import type { FollowupDeps } from './followup-deps.ts'
import { findByReply, followupsOfThread } from './followup-store.ts'
import { lockJob } from './job-store.ts'
import { cardDeletedMessage } from './private-messages.ts'
import { recordMoves } from './record-moves.ts'
import { findThread } from './thread-store.ts'

type Deps = Pick<FollowupDeps, 'database' | 'enqueue' | 'now'>

/** A message is gone from Slack. A reply that was not sent yet is not sent; without its card, nothing of a thread goes on. */
export async function withdrawMessage(
  deps: Deps,
  { teamId, channelId, ts }: { teamId: string; channelId: string; ts: string }
): Promise<void> {
  await deps.database.transaction(async sql => {
    const reply = await findByReply(sql, teamId, channelId, ts)
    if (reply) await end(deps, sql, reply, [reply])
    const thread: ThreadKey = { teamId, channelId, threadTs: ts }
    const bound = await findThread(sql, thread)
    if (bound) await end(deps, sql, bound, await followupsOfThread(sql, thread), 'card deleted')
  })
}

async function end(
  deps: Deps,
  sql: Sql,
  key: { projectId: string; jobId: string },
  followups: Followup[],
  because?: 'card deleted'
): Promise<void> {
  await lockJob(sql, key)
  for (const before of followups) {
    const after = ended(before, because, deps.now())
    if (after === undefined) continue
    await recordMoves(deps, sql, [{ before, after }])
    if (because) await tellRequester(deps, sql, after)
  }
}

function ended(before: Followup, because: 'card deleted' | undefined, nowMs: number): Followup | undefined {
  if (isIn(before, 'accepted', 'held')) {
    return moveTo<'cancelled'>(before, { state: 'cancelled', by: before.requesterId, atMs: nowMs })
  }
  return because && isIn(before, 'watching') ? stopWatching(before, because, nowMs) : undefined
}

async function tellRequester({ enqueue }: Deps, sql: Sql, followup: Followup): Promise<void> {
  const { id, teamId, requesterId } = followup
  const postId = `${id}:card-deleted`
  const message = cardDeletedMessage(followup)
  if (await addPost(sql, { id: postId, teamId, channelId: requesterId, threadTs: null, followupId: id, message })) {
    await enqueue(sql, 'post-message', { postId })
  }
}
