import type { SlackMessage } from '../../slack/blocks.ts'
import { threadUrl } from '../../slack/slack-text.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import type { TaskData } from '../followup-tasks.ts'
import { type Followup, isIn } from '../model/followup.ts'
import { directRejectedId } from '../model/message-ids.ts'
import { forgetAnswerAddress } from '../stores/answer-address-store.ts'
import { loadFollowup } from '../stores/followup-store.ts'
import { acceptedMessage } from './got-it-messages.ts'
import { inThreadMessage, notDeliveredMessage } from './private-messages.ts'
import { type Reader, tell } from './tell.ts'

/** What the author of a command reads about it privately, as long as nothing in the channel says so. */
export async function answerTyped(deps: FollowupDeps, { followupId, news }: TaskData<'answer-command'>): Promise<void> {
  const followup = await loadFollowup(deps.database, followupId)
  const { channelId, threadTs } = followup
  if (news === 'rejected')
    return tellAuthor(deps, followup, toldIn => notDeliveredMessage(followup, toldIn), directRejectedId(followupId))
  const message =
    news === 'in a thread'
      ? threadTs && inThreadMessage(followup, threadUrl(deps.workspaceUrl, { channelId, threadTs }))
      : threadTs === null && !isIn(followup, 'rejected', 'cancelled') && acceptedMessage(followup)
  if (message) await tell(deps, authorOf(followup), message)
  if (news === 'in a thread') await forgetAnswerAddress(deps.database, followupId)
}

/** A message that holds the instruction shows that the bot can speak in its channel. */
function authorOf({ channelId, responseUrl, replyTs, writtenInTs, requesterId: userId }: Followup): Reader {
  const place = replyTs === null ? undefined : { channelId, threadTs: writtenInTs ?? undefined }
  return { userId, responseUrl, place }
}

/** Nothing in the channel says it, so it is told directly once nothing else works. */
export async function tellAuthor(
  deps: FollowupDeps,
  followup: Followup,
  messageIn: (toldIn: 'channel' | 'direct') => SlackMessage,
  directId: string
): Promise<void> {
  const direct = { id: directId, message: messageIn('direct') }
  await tell(deps, { ...authorOf(followup), direct }, messageIn('channel'))
  await forgetAnswerAddress(deps.database, followup.id)
}
