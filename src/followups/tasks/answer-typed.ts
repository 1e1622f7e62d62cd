import type { SlackMessage } from '../../slack/blocks.ts'
import { threadUrl } from '../../slack/thread-url.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import type { TaskData } from '../followup-tasks.ts'
import { acceptedMessage } from '../messages/got-it-messages.ts'
import { inThreadMessage, notSentMessage } from '../messages/private-messages.ts'
import { type Followup, isIn } from '../rules/followup.ts'
import { directRejectedId } from '../rules/message-ids.ts'
import { sayOnce } from '../say-once.ts'
import { forgetAnswerAddress } from '../stores/answer-address-store.ts'
import { loadFollowup } from '../stores/followup-store.ts'
import { respond, tell } from '../tell.ts'

type Deps = Pick<FollowupDeps, 'database' | 'enqueue' | 'now' | 'slack' | 'log' | 'workspaceUrl'>

/** What the author of a command reads about it privately, as long as nothing in the channel says so. */
export async function answerTyped(deps: Deps, { followupId, news }: TaskData<'answer-command'>): Promise<void> {
  const followup = await loadFollowup(deps.database, followupId)
  const { channelId, threadTs } = followup
  if (news === 'rejected')
    return tellAuthor(deps, followup, toldIn => notSentMessage(followup, toldIn), directRejectedId)
  const message =
    news === 'in a thread'
      ? threadTs && inThreadMessage(followup, threadUrl(deps.workspaceUrl, { channelId, threadTs }))
      : threadTs === null && !isIn(followup, 'rejected', 'cancelled') && acceptedMessage(followup)
  if (message) await answerInChannel(deps, followup, message)
  if (news === 'in a thread') await forgetAnswerAddress(deps.database, followupId)
}

/** False if it cannot be said there any more. A message that holds the instruction shows that the bot can speak in its channel. */
async function answerInChannel(
  deps: Pick<Deps, 'slack' | 'log'>,
  { channelId, responseUrl, replyTs, writtenInTs, requesterId }: Followup,
  message: SlackMessage
): Promise<boolean> {
  if (responseUrl !== null) return respond(deps, responseUrl, message)
  return replyTs !== null && tell(deps, { channelId, threadTs: writtenInTs ?? undefined }, requesterId, message)
}

/** Through the command's own answer address, which works where the bot cannot post; directly once that is used up. */
export async function tellAuthor(
  deps: Omit<Deps, 'workspaceUrl'>,
  followup: Followup,
  messageIn: (toldIn: 'channel' | 'direct') => SlackMessage,
  directIdOf: (followupId: string) => string
): Promise<void> {
  if (await answerInChannel(deps, followup, messageIn('channel')))
    return forgetAnswerAddress(deps.database, followup.id)
  const { id, teamId, requesterId } = followup
  const message = messageIn('direct')
  const direct = { id: directIdOf(id), teamId, channelId: requesterId, threadTs: null, followupId: id, message }
  await deps.database.transaction(async sql => {
    await sayOnce(deps, sql, direct)
    await forgetAnswerAddress(sql, id)
  })
}
