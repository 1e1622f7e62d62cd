import { isDeepStrictEqual } from 'node:util'
import type { Statement } from '../database/writes.ts'
import { TransientError } from '../errors.ts'
import type { SlackMessage } from '../slack/blocks.ts'
import { claimEdit, editOver, type ShownKey, saveEdit } from '../slack/shown-store.ts'
import { SlackRefusal } from '../slack/slack-failure.ts'
import type { FollowupDeps } from './followup-deps.ts'

export type RedrawDeps = Pick<FollowupDeps, 'database' | 'slack' | 'now' | 'monotonicMs' | 'log'>

// A process that froze does not edit later, when another one may have shown something newer.
const START_WITHIN_MS = 4_000
const TRY_AGAIN_MS = 1_000

/** Says what a message should show, if anything, once it has stored that the last edit is over, if there was one. */
export type Draw = (over?: Statement) => Promise<SlackMessage | undefined>

/**
 * Edits a message until it shows what `draw` says after the edit, one process at a time, so that nobody leaves an older picture
 * behind. A message that shows it already is left alone.
 */
export async function redrawMessage(
  deps: RedrawDeps,
  key: ShownKey,
  draw: Draw
): Promise<'shown' | { refused: string }> {
  const { database, slack, now, monotonicMs, log } = deps
  let shown: SlackMessage | undefined
  let over: Statement | undefined
  for (;;) {
    const endsMs = monotonicMs() + START_WITHIN_MS
    const wanted = await draw(over)
    if (wanted === undefined || isDeepStrictEqual(wanted, shown)) return 'shown'
    const claimedAtMs = now()
    const claim = await claimEdit(database, key, wanted, claimedAtMs)
    if (claim === 'shown already') return 'shown'
    if (claim === 'being edited') throw new TransientError('A message is being edited', { retryAfterMs: TRY_AGAIN_MS })
    try {
      await slack.update(key.channelId, key.ts, wanted, () => monotonicMs() < endsMs)
    } catch (error) {
      await saveEdit(database, editOver(key, claimedAtMs, undefined))
      if (!(error instanceof SlackRefusal)) throw error
      log.warn({ channel: key.channelId, message: key.ts, code: error.code }, 'A message can no longer be edited')
      return { refused: error.code }
    }
    over = editOver(key, claimedAtMs, wanted)
    shown = wanted
  }
}
