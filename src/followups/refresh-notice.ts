import { TransientError } from '../errors.ts'
import type { SlackMessage } from '../slack/blocks.ts'
import { findPost } from '../slack/outbox.ts'
import type { Followup } from './followup.ts'
import type { FollowupDeps } from './followup-deps.ts'
import { loadFollowup } from './followup-store.ts'
import type { TaskData } from './followup-tasks.ts'
import { redrawMessage } from './redraw-message.ts'
import { heldNotice, maybeDeliveredNotice, unwatchedMessage } from './thread-messages.ts'

type NoticeKind = TaskData<'refresh-notice'>['kind']

function draw(kind: NoticeKind, followup: Followup): SlackMessage | undefined {
  if (kind === 'held') return heldNotice(followup)
  return kind === 'maybe' ? maybeDeliveredNotice(followup) : unwatchedMessage(followup)
}

/** Takes the buttons off a notice that no longer applies. A notice that was never posted needs nothing. */
export async function refreshNotice(
  deps: Pick<FollowupDeps, 'database' | 'slack' | 'log'>,
  followupId: string,
  kind: NoticeKind
): Promise<void> {
  const { database } = deps
  const post = await findPost(database, `${followupId}:${kind}`)
  if (post === 'never') return
  // Posted as it was decided, it would keep its buttons: it is redrawn as soon as it is there.
  if (post === 'on its way') throw new TransientError('A notice is not posted yet', { retryAfterMs: 2_000 })
  const { channelId } = await loadFollowup(database, followupId)
  await redrawMessage(deps, channelId, post.messageTs, async () => draw(kind, await loadFollowup(database, followupId)))
}
