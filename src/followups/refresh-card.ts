import type { Sql } from '../database/database.ts'
import type { Statement } from '../database/writes.ts'
import type { SlackMessage } from '../slack/blocks.ts'
import { threadUrl } from '../slack/thread-url.ts'
import { closeThread } from './close-thread.ts'
import type { FollowupDeps, MoveDeps } from './followup-deps.ts'
import { cardMessage } from './messages/card-message.ts'
import { type RedrawDeps, redrawMessage } from './redraw-message.ts'
import type { ThreadKey } from './rules/followup.ts'
import { findPicture } from './stores/picture-store.ts'

type Deps = MoveDeps & RedrawDeps & Pick<FollowupDeps, 'workspaceUrl'>

/** Makes the card of a thread show what is stored. In an archived channel nothing can be shown any more: the thread is closed. */
export async function refreshCard(deps: Deps, key: ThreadKey): Promise<void> {
  const outcome = await redrawMessage(deps, { ...key, ts: key.threadTs }, over =>
    drawCard(deps.database, key, deps.workspaceUrl, over)
  )
  if (outcome === 'shown' || outcome.refused !== 'is_archived') return
  await deps.database.transaction(sql => closeThread(deps, sql, key, 'channel archived'))
}

/** What the card should show. */
export async function drawCard(
  sql: Sql,
  key: ThreadKey,
  workspaceUrl: string,
  over?: Statement
): Promise<SlackMessage | undefined> {
  const { thread, followups, job, hold } = await findPicture(sql, key, over)
  const [first, ...more] = followups
  if (thread === null || first === undefined) return undefined
  return cardMessage({
    followups: [first, ...more],
    job,
    hold,
    lastCheck: thread.lastCheck,
    threadUrl: threadUrl(workspaceUrl, key)
  })
}
