import type { Sql } from '../../database/database.ts'
import type { SlackMessage } from '../../slack/blocks.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { cardMessage } from '../messages/card-message.ts'
import type { ThreadKey } from '../rules/followup.ts'
import { findPicture, type Picture } from '../stores/picture-store.ts'
import { closeThread } from './close-thread.ts'
import { redrawMessage } from './redraw-message.ts'

/** Makes the card of a thread show what is stored. In an archived channel nothing can be shown any more: the thread is closed. */
export async function refreshCard(deps: FollowupDeps, key: ThreadKey): Promise<void> {
  const outcome = await redrawMessage(deps, { ...key, ts: key.threadTs }, async change => {
    const { changed, ...picture } = await findPicture(deps.database, key, change)
    return { changed, wanted: toCard(picture) }
  })
  if (outcome === 'shown' || outcome.refused !== 'is_archived') return
  await deps.database.transaction(sql => closeThread(deps, sql, key, 'channel archived'))
}

/** What the card should show. */
export async function drawCard(sql: Sql, key: ThreadKey): Promise<SlackMessage | undefined> {
  return toCard(await findPicture(sql, key))
}

function toCard({ thread, followups, job, hold }: Picture): SlackMessage | undefined {
  const [first, ...more] = followups
  if (thread === null || first === undefined) return undefined
  return cardMessage({
    followups: [first, ...more],
    job,
    hold,
    lastCheck: thread.lastCheck
  })
}
