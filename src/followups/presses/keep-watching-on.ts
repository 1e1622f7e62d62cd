import type { Sql } from '../../database/database.ts'
import type { SlackMessage } from '../../slack/blocks.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { staleButtonMessage } from '../messages/private-messages.ts'
import { stalledIn } from '../messages/stalled-notice.ts'
import { changeFollowups } from '../moves/change-followup.ts'
import { keepOn } from '../rules/decide-stalls.ts'
import { followupsOfThread } from '../stores/followup-store.ts'
import { findThread } from '../stores/thread-store.ts'

type Press = { value: string; userId: string; channelId: string; threadTs: string }

/** Work takes longer than usual, and somebody wants to go on watching it: nobody is asked about it again. */
export async function keepWatchingOn(
  deps: FollowupDeps,
  sql: Sql,
  { value, userId, channelId, threadTs }: Press
): Promise<SlackMessage | undefined> {
  const thread = await findThread(sql, { teamId: deps.teamId, channelId, threadTs })
  if (thread === undefined) return staleButtonMessage()
  const moves = await changeFollowups(deps, sql, thread, {
    load: async () => (await followupsOfThread(sql, thread)).filter(followup => stalledIn(followup) === value),
    change: (followup, { nowMs }) => keepOn(followup, userId, nowMs)
  })
  return moves.length === 0 ? staleButtonMessage() : undefined
}
