import { findWaiting } from '../../slack/held-posts.ts'
import { buryPost, type OutboxDeps, postMessage } from '../../slack/outbox.ts'
import { checkPermission } from '../check-permission.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { isToPerson, isWatchOver } from '../rules/message-ids.ts'
import { holdWhileQuiet } from './hold-while-quiet.ts'

/**
 * Posts a message. One to a person waits for the end of their quiet hours, and one that tells how a job ended is not for somebody
 * who may no longer use the bot.
 */
export async function postIfAllowed(deps: FollowupDeps & { outbox: OutboxDeps }, id: string): Promise<void> {
  if (!isToPerson(id)) return postMessage(deps.outbox, id)
  const waiting = await findWaiting(deps.database, id)
  if (waiting === undefined) return
  await holdWhileQuiet(deps, waiting)
  if (!isWatchOver(id) || (await mayBeTold(deps, waiting.channelId))) return postMessage(deps.outbox, id)
  await buryPost(deps.database, id)
  deps.log.info({ post: id }, 'Somebody who may no longer use the bot is not told how a job ended')
}

const mayBeTold = async (deps: FollowupDeps, userId: string) =>
  (await checkPermission(deps, { userId, userTeamId: deps.teamId, channelId: undefined })) === undefined
