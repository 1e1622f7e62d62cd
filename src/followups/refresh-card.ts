import { isDeepStrictEqual } from 'node:util'
import type { SlackMessage } from '../slack/blocks.ts'
import { SlackRefusal } from '../slack/slack-failure.ts'
import { cardMessage } from './card-message.ts'
import type { ThreadKey } from './followup.ts'
import type { FollowupDeps } from './followup-deps.ts'
import { followupsOfThread } from './followup-store.ts'
import { findJob } from './job-store.ts'
import { findThread } from './thread-store.ts'

type Deps = Pick<FollowupDeps, 'database' | 'slack' | 'log'>

/** Makes the card of a thread show what is stored. */
export async function refreshCard(deps: Deps, key: ThreadKey): Promise<void> {
  await redraw(deps, key.channelId, key.threadTs, () => drawCard(deps, key))
}

async function drawCard({ database }: Deps, key: ThreadKey): Promise<SlackMessage | undefined> {
  const thread = await findThread(database, key)
  const [first, ...more] = await followupsOfThread(database, key)
  if (thread === undefined || first === undefined) return undefined
  return cardMessage({ followups: [first, ...more], job: await findJob(database, thread), lastCheck: thread.lastCheck })
}

/**
 * Edits a message until it shows what `draw` says after the edit: of two processes that redraw at once, the slower one may
 * otherwise leave an older picture behind.
 */
export async function redraw(
  { slack, log }: Pick<Deps, 'slack' | 'log'>,
  channelId: string,
  ts: string,
  draw: () => Promise<SlackMessage | undefined>
): Promise<void> {
  let shown: SlackMessage | undefined
  for (;;) {
    const wanted = await draw()
    if (wanted === undefined || isDeepStrictEqual(wanted, shown)) return
    try {
      await slack.update(channelId, ts, wanted)
    } catch (error) {
      if (!(error instanceof SlackRefusal)) throw error
      return log.warn({ channel: channelId, message: ts, code: error.code }, 'A message can no longer be edited')
    }
    shown = wanted
  }
}
