import { carryOut, type Sql } from '../../database/database.ts'
import { TransientError } from '../../errors.ts'
import type { SlackMessage } from '../../slack/blocks.ts'
import { findPost } from '../../slack/find-post.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import type { TaskData } from '../followup-tasks.ts'
import { heldNotice } from '../messages/held-notice.ts'
import { checksNotice } from '../messages/pull-request-after.ts'
import {
  maybeDeliveredNotice,
  notStartedNotice,
  resultMessage,
  typedMessage,
  unwatchedMessage
} from '../messages/thread-messages.ts'
import { waitingNotice } from '../messages/wait-messages.ts'
import { isIn } from '../rules/followup.ts'
import { behindOf } from '../rules/hold.ts'
import { messageId, type Notice } from '../rules/message-ids.ts'
import { loadFollowup } from '../stores/followup-store.ts'
import { findHold } from '../stores/hold-store.ts'
import { toldTogether } from '../told-together.ts'
import { redrawMessage } from './redraw-message.ts'

/** Makes a notice show what is stored. A notice that was never posted needs nothing. */
export async function refreshNotice(
  deps: FollowupDeps,
  { followupId, kind }: TaskData<'refresh-notice'>
): Promise<void> {
  const { database } = deps
  const post = await findPost(database, messageId(followupId, kind))
  // Posted as it was first drawn, the notice would keep its buttons: it is redrawn as soon as it is there.
  if (post === 'on its way') throw new TransientError('A notice is not posted yet', { retryAfterMs: 2_000 })
  const { teamId, channelId } = await loadFollowup(database, followupId)
  if (post === 'never') return
  await redrawMessage(deps, { teamId, channelId, ts: post.messageTs }, async change => {
    const changed = await carryOut(database, change)
    return { changed, wanted: await drawNotice(database, kind, followupId) }
  })
}

/** What the notice should show; undefined: it stays as it is. */
export async function drawNotice(sql: Sql, kind: Notice, followupId: string): Promise<SlackMessage | undefined> {
  const followup = await loadFollowup(sql, followupId)
  switch (kind) {
    case 'held': {
      const hold = isIn(followup, 'held') ? await findHold(sql, followup) : undefined
      return heldNotice(followup, behindOf(followup, hold))
    }
    case 'waiting':
      return waitingNotice(followup)
    case 'typed':
      return typedMessage(followup)
    case 'maybe':
      return maybeDeliveredNotice(followup)
    case 'not-started':
      return notStartedNotice(followup)
    case 'checks':
      return checksNotice(followup)
    case 'unwatched':
      return unwatchedMessage(followup)
    default: {
      const resultId = messageId(followupId, kind)
      // Another run has another result.
      if (!isIn(followup, 'finished') || followup.progress.resultId !== resultId) return undefined
      return resultMessage(followup, await toldTogether(sql, followup, resultId))
    }
  }
}
