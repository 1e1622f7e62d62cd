import { z } from 'zod'
import { carryOut, type Statement } from '../database/writes.ts'
import { TransientError } from '../errors.ts'
import type { SlackMessage } from '../slack/blocks.ts'
import { digestOf, editBegun, editOver, type ShownKey } from '../slack/shown-store.ts'
import { SlackRefusal } from '../slack/slack-failure.ts'
import type { FollowupDeps } from './followup-deps.ts'

export type RedrawDeps = Pick<FollowupDeps, 'database' | 'slack' | 'now' | 'monotonicMs' | 'log'>

// A process that froze does not edit later, when another one may have shown something newer.
const START_WITHIN_MS = 4_000
const TRY_AGAIN_MS = 1_000

/** Carries out the change, and says what the message should show, if anything, and which row was changed, if any. */
export type Draw = (change: Statement) => Promise<{ wanted: SlackMessage | undefined; changed: unknown }>

/** Carries out the edit, unless a no from `mayStart` keeps it. */
type Show = (wanted: SlackMessage, mayStart: () => boolean) => Promise<void>

const claimed = z.object({ digest: z.string().nullable() }).nullable()

/**
 * Edits a message until it shows what `draw` says after the edit, one process at a time, so that nobody leaves an older picture
 * behind. A message that shows it already is left alone.
 */
export async function redrawMessage(
  deps: RedrawDeps,
  key: ShownKey,
  draw: Draw,
  show: Show = (wanted, mayStart) => deps.slack.update(key.channelId, key.ts, wanted, mayStart)
): Promise<'shown' | { refused: string }> {
  const { database, now, monotonicMs, log } = deps
  for (;;) {
    const endsMs = monotonicMs() + START_WITHIN_MS
    const claimedAtMs = now()
    const isOver = (digest: string | null) => editOver(key, claimedAtMs, digest)
    const { wanted, changed } = await draw(editBegun(key, claimedAtMs))
    const claim = claimed.parse(changed)
    if (claim === null) throw new TransientError('A message is being edited', { retryAfterMs: TRY_AGAIN_MS })
    if (wanted === undefined || digestOf(wanted) === claim.digest) {
      await carryOut(database, isOver(claim.digest))
      return 'shown'
    }
    try {
      await show(wanted, () => monotonicMs() < endsMs)
    } catch (error) {
      await carryOut(database, isOver(null))
      if (!(error instanceof SlackRefusal)) throw error
      log.warn({ channel: key.channelId, message: key.ts, code: error.code }, 'A message can no longer be edited')
      return { refused: error.code }
    }
    const after = await draw(isOver(digestOf(wanted)))
    if (after.wanted === undefined || digestOf(after.wanted) === digestOf(wanted)) return 'shown'
  }
}
