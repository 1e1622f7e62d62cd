import { TransientError } from '../../errors.ts'
import { threadUrl } from '../../slack/slack-text.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import type { TaskData } from '../followup-tasks.ts'
import { isIn } from '../model/followup.ts'
import { followupsOfThread, loadFollowup } from '../stores/followup-store.ts'
import { cardElsewhereMessage } from './private-messages.ts'
import { tell } from './tell.ts'

const OF_USE_MS = 30 * 60_000

/** Where its card is, privately, for whoever does not see it appear. */
export async function pointToCard(
  deps: FollowupDeps,
  { followupId, ...openedIn }: TaskData<'point-to-card'>
): Promise<void> {
  const { database, members, now, workspaceUrl } = deps
  const followup = await loadFollowup(database, followupId)
  const { teamId, channelId, threadTs, requesterId, writtenAtMs } = followup
  if (threadTs === null) {
    const mayComeSoon = !isIn(followup, 'rejected', 'cancelled') && now() - writtenAtMs < OF_USE_MS
    if (mayComeSoon) throw new TransientError('The card of a follow-up is not there yet')
    return
  }
  const thread = { teamId, channelId, threadTs }
  const isElsewhere = channelId !== openedIn.channelId
  const [first] = await followupsOfThread(database, thread)
  // It went on in a thread of the same channel, and they were told so there.
  if (!isElsewhere && first?.id !== followupId) return
  if (isElsewhere && (await members.membershipOf(requesterId, openedIn.channelId)) !== 'in') return
  await tell(
    deps,
    { userId: requesterId, place: openedIn },
    cardElsewhereMessage(followup, threadUrl(workspaceUrl, thread))
  )
}
