import type { SlackMessage } from '../slack/blocks.ts'
import { closeThread } from './close-thread.ts'
import type { FollowupDeps, MoveDeps } from './followup-deps.ts'
import { cardMessage } from './messages/card-message.ts'
import { redrawMessage } from './redraw-message.ts'
import type { ThreadKey } from './rules/followup.ts'
import { followupsOfThread } from './stores/followup-store.ts'
import { findJob } from './stores/job-store.ts'
import { findThread } from './stores/thread-store.ts'

type Deps = MoveDeps & Pick<FollowupDeps, 'database' | 'slack'>

/** Makes the card of a thread show what is stored. In an archived channel nothing can be shown any more: the thread is closed. */
export async function refreshCard(deps: Deps, key: ThreadKey): Promise<void> {
  const outcome = await redrawMessage(deps, key.channelId, key.threadTs, () => drawCard(deps, key))
  if (outcome === 'shown' || outcome.refused !== 'is_archived') return
  await deps.database.transaction(sql => closeThread(deps, sql, key, 'channel archived'))
}

async function drawCard({ database }: Pick<Deps, 'database'>, key: ThreadKey): Promise<SlackMessage | undefined> {
  const thread = await findThread(database, key)
  const [first, ...more] = await followupsOfThread(database, key)
  if (thread === undefined || first === undefined) return undefined
  return cardMessage({ followups: [first, ...more], job: await findJob(database, thread), lastCheck: thread.lastCheck })
}
