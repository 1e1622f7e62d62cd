import { loadPost } from '../../slack/change-post.ts'
import { buryPost, type OutboxDeps, postMessage } from '../../slack/outbox.ts'
import { checkPermission } from '../check-permission.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { isWatchOver } from '../rules/message-ids.ts'

/** Posts a message. One that tells how a job ended is not for somebody who may no longer use the bot. */
export async function postIfAllowed(deps: FollowupDeps & { outbox: OutboxDeps }, id: string): Promise<void> {
  if (!isWatchOver(id) || (await mayBeTold(deps, id))) return postMessage(deps.outbox, id)
  if (await buryPost(deps.database, id))
    deps.log.info({ post: id }, 'Somebody who may no longer use the bot is not told how a job ended')
}

async function mayBeTold(deps: FollowupDeps, id: string): Promise<boolean> {
  const { teamId, channelId: userId } = await loadPost(deps.database, id)
  return (await checkPermission(deps, { userId, userTeamId: teamId, channelId: undefined })) === undefined
}
