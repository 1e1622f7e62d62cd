import { channelOfWaiting } from '../slack/find-post.ts'
import { buryPost, type OutboxDeps, postMessage } from '../slack/outbox.ts'
import { checkPermission } from './check-permission.ts'
import type { FollowupDeps } from './followup-deps.ts'
import { isWatchOver } from './rules/message-ids.ts'

/** Posts a message, unless it tells how a job ended to somebody who may no longer use the bot. */
export async function postIfAllowed(deps: FollowupDeps & { outbox: OutboxDeps }, id: string): Promise<void> {
  if (!isWatchOver(id) || (await mayBeTold(deps, id))) return postMessage(deps.outbox, id)
  await buryPost(deps.database, id)
  deps.log.info({ post: id }, 'Somebody who may no longer use the bot is not told how a job ended')
}

async function mayBeTold(deps: FollowupDeps, id: string): Promise<boolean> {
  const userId = await channelOfWaiting(deps.database, id)
  if (userId === undefined) return true
  return (await checkPermission(deps, { userId, userTeamId: deps.teamId, channelId: undefined })) === undefined
}
