import { isDeepStrictEqual } from 'node:util'
import type { SlackMessage } from '../slack/blocks.ts'
import { SlackRefusal } from '../slack/slack-failure.ts'
import type { FollowupDeps } from './followup-deps.ts'

/**
 * Edits a message until it shows what `draw` says after the edit: when two processes redraw at once, the slower one could
 * otherwise leave an older picture behind.
 */
export async function redrawMessage(
  { slack, log }: Pick<FollowupDeps, 'slack' | 'log'>,
  channelId: string,
  ts: string,
  draw: () => Promise<SlackMessage | undefined>
): Promise<'shown' | { refused: string }> {
  let shown: SlackMessage | undefined
  for (;;) {
    const wanted = await draw()
    if (wanted === undefined || isDeepStrictEqual(wanted, shown)) return 'shown'
    try {
      await slack.update(channelId, ts, wanted)
    } catch (error) {
      if (!(error instanceof SlackRefusal)) throw error
      log.warn({ channel: channelId, message: ts, code: error.code }, 'A message can no longer be edited')
      return { refused: error.code }
    }
    shown = wanted
  }
}
