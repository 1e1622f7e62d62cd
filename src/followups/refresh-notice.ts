import { postedTs } from '../slack/outbox.ts'
import type { FollowupDeps } from './followup-deps.ts'
import { loadFollowup } from './followup-store.ts'
import { redraw } from './refresh-card.ts'
import { heldNotice, maybeDeliveredNotice } from './thread-messages.ts'

export type NoticeKind = 'held' | 'maybe'

const DRAWN = { held: heldNotice, maybe: maybeDeliveredNotice }

/** Takes the buttons off a notice that no longer applies. A notice that was never posted needs nothing. */
export async function refreshNotice(
  deps: Pick<FollowupDeps, 'database' | 'slack' | 'log'>,
  followupId: string,
  kind: NoticeKind
): Promise<void> {
  const { database } = deps
  const ts = await postedTs(database, `${followupId}:${kind}`)
  if (ts === undefined) return
  const { channelId } = await loadFollowup(database, followupId)
  await redraw(deps, channelId, ts, async () => DRAWN[kind](await loadFollowup(database, followupId)))
}
