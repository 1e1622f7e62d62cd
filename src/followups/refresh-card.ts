import { isDeepStrictEqual } from 'node:util'
import type { SlackMessage } from '../slack/blocks.ts'
import { SlackRefusal } from '../slack/slack-failure.ts'
import { cardMessage } from './card-message.ts'
import { closeThread } from './close-thread.ts'
import type { ThreadKey } from './followup.ts'
import type { FollowupDeps } from './followup-deps.ts'
import { followupsOfThread } from './followup-store.ts'
import { findJob } from './job-store.ts'
import { findThread } from './thread-store.ts'

type Deps = Pick<FollowupDeps, 'database' | 'slack' | 'enqueue' | 'now' | 'random' | 'log'>

/** Makes the card of a thread show what is stored. In an archived channel nothing can be shown any more: the thread is closed. */
export async function refreshCard(deps: Deps, key: ThreadKey): Promise<void> {
  const refused = await redraw(deps, key.channelId, key.threadTs, () => drawCard(deps, key))
  if (refused !== 'is_archived') return
  await deps.database.transaction(sql => closeThread(deps, sql, key, 'channel archived'))
}

async function drawCard({ database }: Pick<Deps, 'database'>, key: ThreadKey): Promise<SlackMessage | undefined> {
  const thread = await findThread(database, key)
  const [first, ...more] = await followupsOfThread(database, key)
  if (thread === undefined || first === undefined) return undefined
  return cardMessage({ followups: [first, ...more], job: await findJob(database, thread), lastCheck: thread.lastCheck })
}

/**
 * Edits a message until it shows what `draw` says after the edit: of two processes that redraw at once, the slower one may
 * otherwise leave an older picture behind. Answers Slack's word for a refusal.
 */
export async function redraw(
  { slack, log }: Pick<Deps, 'slack' | 'log'>,
  channelId: string,
  ts: string,
  draw: () => Promise<SlackMessage | undefined>
): Promise<string | undefined> {
  let shown: SlackMessage | undefined
  for (;;) {
    const wanted = await draw()
    if (wanted === undefined || isDeepStrictEqual(wanted, shown)) return undefined
    try {
      await slack.update(channelId, ts, wanted)
    } catch (error) {
      if (!(error instanceof SlackRefusal)) throw error
      log.warn({ channel: channelId, message: ts, code: error.code }, 'A message can no longer be edited')
      return error.code
    }
    shown = wanted
  }
}
