import { changeFollowups } from './change-followup.ts'
import { dropReply } from './drop-reply.ts'
import type { FollowupDeps, MoveDeps } from './followup-deps.ts'
import { cancel } from './rules/decide-send.ts'
import { findByReply } from './stores/followup-store.ts'
import type { ReplyKey } from './stores/reply-store.ts'

type Deps = MoveDeps & Pick<FollowupDeps, 'database'>

/** A reply was deleted in Slack, which does not say by whom. If it was not sent yet, it is not sent. */
export async function withdrawReply(deps: Deps, key: ReplyKey): Promise<void> {
  const { teamId, channelId, ts } = key
  await deps.database.transaction(async sql => {
    await dropReply(deps, sql, key)
    const ofReply = async () => [await findByReply(sql, teamId, channelId, ts)].filter(found => found !== undefined)
    // Sent again, the reply belongs to another follow-up than a moment ago.
    for (const found of await ofReply())
      await changeFollowups(deps, sql, found, {
        load: ofReply,
        change: (followup, { nowMs }) => cancel(followup, undefined, nowMs)
      })
  })
}
