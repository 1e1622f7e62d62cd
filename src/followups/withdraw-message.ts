import { cancelUnsent, closeThread } from './close-thread.ts'
import { dropReply } from './drop-reply.ts'
import type { FollowupDeps } from './followup-deps.ts'
import { findByReply } from './followup-store.ts'
import { lockJob } from './job-store.ts'
import { recordMoves } from './record-moves.ts'
import type { ReplyKey } from './reply-store.ts'

type Deps = Pick<FollowupDeps, 'database' | 'enqueue' | 'now' | 'random' | 'log'>

/** A message is gone from Slack. A reply that was not sent yet is not sent; without its card, nothing of a thread goes on. */
export async function withdrawMessage(deps: Deps, key: ReplyKey): Promise<void> {
  const { teamId, channelId, ts } = key
  await deps.database.transaction(async sql => {
    await dropReply(deps, sql, key)
    const reply = () => findByReply(sql, teamId, channelId, ts)
    const found = await reply()
    if (found === undefined) return closeThread(deps, sql, { teamId, channelId, threadTs: ts }, 'card deleted')
    await lockJob(sql, found)
    const before = await reply()
    const after = before && cancelUnsent(before, deps.now())
    if (after) await recordMoves(deps, sql, [{ before, after }])
  })
}
