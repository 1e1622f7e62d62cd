import { TransientError } from '../../errors.ts'
import { loadPost } from '../../slack/change-post.ts'
import { buryPost, type OutboxDeps, postMessage } from '../../slack/outbox.ts'
import type { Post } from '../../slack/post.ts'
import { checkPermission } from '../check-permission.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { whetherSeesThread } from '../may-see.ts'
import { isWatchOver } from '../rules/message-ids.ts'

/** Posts a message. One that tells how a job ended is not for somebody who may no longer use the bot, or see the thread in which they asked. */
export async function postIfAllowed(deps: FollowupDeps & { outbox: OutboxDeps }, id: string): Promise<void> {
  if (!isWatchOver(id) || (await mayBeTold(deps, await loadPost(deps.database, id))))
    return postMessage(deps.outbox, id)
  if (await buryPost(deps.database, id))
    deps.log.info(
      { post: id },
      'Somebody who may no longer use the bot, or see the thread, is not told how a job ended'
    )
}

/** Whether somebody may be told how a job ended. */
export async function mayBeTold(
  deps: FollowupDeps,
  { channelId: userId, message }: Pick<Post, 'channelId' | 'message'>
): Promise<boolean> {
  if (await checkPermission(deps, { userId, userTeamId: deps.teamId, channelId: undefined })) return false
  const sees = await whetherSeesThread(deps, message.threadUrl, userId)
  if (sees === 'not told') throw new TransientError('Slack does not say who is in a channel')
  return sees === 'in'
}
