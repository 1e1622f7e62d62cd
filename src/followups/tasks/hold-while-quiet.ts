import { TransientError } from '../../errors.ts'
import { earlierHeldUntilMs, saveHeld, type WaitingPost } from '../../slack/held-posts.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { quietUntil } from '../quiet-until.ts'

type Deps = Pick<FollowupDeps, 'database' | 'now' | 'people' | 'teamId'>

const IN_A_ROW_MS = 1_000
// Nothing goes out so late unless no bot ran: by now they may have begun again.
const MISSED_MS = 3_600_000

/**
 * A direct message that comes in somebody's quiet hours waits until they end: its task comes back then. After that, several go out
 * in the order in which they came.
 */
export async function holdWhileQuiet(deps: Deps, post: WaitingPost): Promise<void> {
  const { database, now } = deps
  if (post.wasTried) return
  const { channelId: userId, followupId, heldUntilMs } = post
  const mustAsk = heldUntilMs === null || now() - heldUntilMs > MISSED_MS
  const untilMs = (mustAsk ? await quietUntil(deps, database, { userId, followupId }) : undefined) ?? heldUntilMs
  if (untilMs === null) return
  if (untilMs !== heldUntilMs) await saveHeld(database, post, untilMs)
  const earlierMs = untilMs > now() ? undefined : await earlierHeldUntilMs(database, post)
  const waitMs = Math.max(untilMs - now(), earlierMs === undefined ? 0 : Math.max(earlierMs - now(), IN_A_ROW_MS))
  if (waitMs > 0) throw new TransientError('Its reader has quiet hours', { retryAfterMs: waitMs })
}
