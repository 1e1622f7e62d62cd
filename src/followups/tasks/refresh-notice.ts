import { carryOut, type Sql } from '../../database/database.ts'
import { TransientError } from '../../errors.ts'
import type { SlackMessage } from '../../slack/blocks.ts'
import { findPost } from '../../slack/find-post.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import type { TaskData } from '../followup-tasks.ts'
import { heldNotice } from '../messages/held-notice.ts'
import { checksNotice } from '../messages/pull-request-after.ts'
import { quietMessage } from '../messages/quiet-message.ts'
import { maybeDeliveredNotice, resultMessage, typedMessage, unwatchedMessage } from '../messages/thread-messages.ts'
import { waitingNotice } from '../messages/wait-messages.ts'
import { postAbout } from '../post-about.ts'
import { isIn } from '../rules/followup.ts'
import { behindOf } from '../rules/hold.ts'
import { messageId, type Notice } from '../rules/message-ids.ts'
import { sayOnce } from '../say-once.ts'
import { loadFollowup } from '../stores/followup-store.ts'
import { findHold } from '../stores/hold-store.ts'
import { finishedTogether, toldTogether } from '../told-together.ts'
import { type RedrawDeps, redrawMessage } from './redraw-message.ts'

/** Makes a notice show what is stored. A notice that was never posted needs nothing, unless a result is to be told in it. */
export async function refreshNotice(
  deps: RedrawDeps & Pick<FollowupDeps, 'enqueue'>,
  { followupId, kind, ifThere = false }: TaskData<'refresh-notice'>
): Promise<void> {
  const { database } = deps
  const post = await findPost(database, messageId(followupId, kind))
  // Posted as it was first drawn, the notice would keep its buttons: it is redrawn as soon as it is there.
  if (post === 'on its way') throw new TransientError('A notice is not posted yet', { retryAfterMs: 2_000 })
  const { teamId, channelId } = await loadFollowup(database, followupId)
  const isShown =
    post !== 'never' &&
    (await redrawMessage(deps, { teamId, channelId, ts: post.messageTs }, async change => {
      const changed = await carryOut(database, change)
      return { changed, wanted: await drawNotice(database, kind, followupId) }
    })) === 'shown'
  if (kind === 'quiet' && !isShown && !ifThere) await tellAnew(deps, followupId)
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
    case 'quiet':
      return quietMessage(await toldTogether(sql, followup))
    case 'result': {
      const [first, ...more] = await finishedTogether(sql, followup)
      return first && resultMessage([first, ...more])
    }
    case 'checks':
      return checksNotice(followup)
    case 'unwatched':
      return unwatchedMessage(followup)
  }
}

/** The message that should have told them is missing, or can no longer be edited: they get a result like any others. */
async function tellAnew(deps: Pick<FollowupDeps, 'database' | 'enqueue' | 'now'>, followupId: string): Promise<void> {
  const { database } = deps
  const finished = (await toldTogether(database, await loadFollowup(database, followupId)))
    .filter(followup => isIn(followup, 'finished'))
    .filter(({ progress }) => progress.toldIn !== undefined)
  await database.transaction(async sql => {
    for (const followup of finished) {
      const [first, ...more] = await finishedTogether(sql, followup)
      if (first?.id !== followup.id) continue
      await sayOnce(deps, sql, postAbout(first, 'result', resultMessage([first, ...more])))
    }
  })
}
