import type { Sql } from '../database/database.ts'
import { addPost } from '../slack/outbox.ts'
import { stopWatching } from './decide-watch.ts'
import { dropReply } from './drop-reply.ts'
import { type Followup, isIn, moveTo, type ThreadKey } from './followup.ts'
import type { FollowupDeps } from './followup-deps.ts'
import { findByReply, followupsOfThread } from './followup-store.ts'
import { lockJob } from './job-store.ts'
import { cardDeletedMessage } from './private-messages.ts'
import { recordMoves } from './record-moves.ts'
import { findThread } from './thread-store.ts'

type Deps = Pick<FollowupDeps, 'database' | 'enqueue' | 'now' | 'random' | 'log'>

/** A message is gone from Slack. A reply that was not sent yet is not sent; without its card, nothing of a thread goes on. */
export async function withdrawMessage(
  deps: Deps,
  { teamId, channelId, ts }: { teamId: string; channelId: string; ts: string }
): Promise<void> {
  const thread: ThreadKey = { teamId, channelId, threadTs: ts }
  await deps.database.transaction(async sql => {
    await dropReply(deps, sql, { teamId, channelId, ts })
    const reply = () => findByReply(sql, teamId, channelId, ts)
    const key = (await findThread(sql, thread)) ?? (await reply())
    if (key === undefined) return
    await lockJob(sql, key)
    const withdrawn = await reply()
    if (withdrawn) await end(deps, sql, [withdrawn])
    await end(deps, sql, await followupsOfThread(sql, thread), 'card deleted')
  })
}

async function end(deps: Deps, sql: Sql, followups: Followup[], because?: 'card deleted'): Promise<void> {
  for (const before of followups) {
    const after = ended(before, because, deps.now())
    if (after === undefined) continue
    const recorded = await recordMoves(deps, sql, [{ before, after }])
    if (because && recorded.length > 0) await tellRequester(deps, sql, after)
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
