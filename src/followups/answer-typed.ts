import type { SlackMessage } from '../slack/blocks.ts'
import { threadUrl } from '../slack/thread-url.ts'
import type { FollowupDeps } from './followup-deps.ts'
import type { TaskData } from './followup-tasks.ts'
import { acceptedMessage, inThreadMessage, notSentMessage } from './messages/private-messages.ts'
import { type Followup, isIn } from './rules/followup.ts'
import { directRejectedId } from './rules/message-ids.ts'
import { sayOnce } from './say-once.ts'
import { forgetAnswerAddress } from './stores/answer-address-store.ts'
import { loadFollowup } from './stores/followup-store.ts'
import { respond } from './tell.ts'

type Deps = Pick<FollowupDeps, 'database' | 'enqueue' | 'now' | 'slack' | 'log' | 'workspaceUrl'>

/** What the author of a command reads about it privately, as long as nothing in the channel says so. */
export async function answerTyped(deps: Deps, { followupId, news }: TaskData<'answer-command'>): Promise<void> {
  const followup = await loadFollowup(deps.database, followupId)
  const { channelId, threadTs, jobId } = followup
  if (news === 'rejected')
    return tellAuthor(deps, followup, toldIn => notSentMessage(followup, toldIn), directRejectedId)
  const message =
    news === 'in a thread'
      ? threadTs && inThreadMessage(jobId, threadUrl(deps.workspaceUrl, { channelId, threadTs }))
      : threadTs === null && isIn(followup, 'accepted') && acceptedMessage(jobId)
  if (message && followup.responseUrl !== null) await respond(deps, followup.responseUrl, message)
  if (news === 'in a thread') await forgetAnswerAddress(deps.database, followupId)
}

/** Through the command's own answer address, which works where the bot cannot post; directly once that is used up. */
export async function tellAuthor(
  deps: Omit<Deps, 'workspaceUrl'>,
  { id, teamId, requesterId, responseUrl }: Followup,
  messageIn: (toldIn: 'channel' | 'direct') => SlackMessage,
  directIdOf: (followupId: string) => string
): Promise<void> {
  const isTold = responseUrl !== null && (await respond(deps, responseUrl, messageIn('channel')))
  if (isTold) return forgetAnswerAddress(deps.database, id)
  const message = messageIn('direct')
  const direct = { id: directIdOf(id), teamId, channelId: requesterId, threadTs: null, followupId: id, message }
  await deps.database.transaction(async sql => {
    await sayOnce(deps, sql, direct)
    await forgetAnswerAddress(sql, id)
  })
}
