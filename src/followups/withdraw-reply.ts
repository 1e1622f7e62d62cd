import { dropReply } from './drop-reply.ts'
import type { FollowupDeps } from './followup-deps.ts'
import { recordMoves } from './record-moves.ts'
import { cancel } from './rules/decide-send.ts'
import { findByReply } from './stores/followup-store.ts'
import { lockJob } from './stores/job-store.ts'
import type { ReplyKey } from './stores/reply-store.ts'

type Deps = Pick<FollowupDeps, 'database' | 'enqueue' | 'now' | 'random' | 'log'>

/** A reply is gone from Slack, and nobody says who deleted it. If it was not sent yet, it is not sent. */
export async function withdrawReply(deps: Deps, key: ReplyKey): Promise<void> {
  const { teamId, channelId, ts } = key
  await deps.database.transaction(async sql => {
    await dropReply(deps, sql, key)
    const reply = () => findByReply(sql, teamId, channelId, ts)
    const found = await reply()
    if (found === undefined) return
    await lockJob(sql, found)
    const before = await reply()
    const after = before && cancel(before, undefined, deps.now())
    if (after) await recordMoves(deps, sql, [{ before, after }])
  })
}
