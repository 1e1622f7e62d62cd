import { z } from 'zod'
import { carryOut, type Statement } from '../../database/database.ts'
import { TransientError } from '../../errors.ts'
import type { SlackMessage } from '../../slack/blocks.ts'
import { digestOf, editBegun, editOver, type ShownKey } from '../../slack/shown-store.ts'
import { SlackBusy, SlackRefusal } from '../../slack/slack-failure.ts'
import type { FollowupDeps } from '../followup-deps.ts'

// A process that froze does not edit later, when another one may have shown something newer.
const START_WITHIN_MS = 4_000
const TRY_AGAIN_MS = 1_000

/** Carries out the change, and says what the message should show, if anything, and which row was changed, if any. */
export type Draw = (change: Statement) => Promise<{ wanted: SlackMessage | undefined; changed: unknown }>

/** Carries out the edit, unless a no from `mayStart` keeps it. */
type Show = (wanted: SlackMessage, mayStart: () => boolean) => Promise<void>

const claimed = z.object({ digest: z.string().nullable() }).nullable()

/** Edits a message of ours, in the channel that it is in, until it shows what `draw` says. */
export async function redrawMessage(
  deps: FollowupDeps,
  key: ShownKey,
  draw: Draw,
  channelId = key.channelId
): Promise<'shown' | { refused: string }> {
  const { slack, editPace } = deps
  const comeBack = (retryAfterMs: number) => new TransientError('Slack takes no more edits for now', { retryAfterMs })
  const takeTurn = () => editPace.takeTurn(`${channelId} ${key.ts}`)
  const waitMs = takeTurn()
  if (waitMs > 0) throw comeBack(waitMs)
  return redraw(deps, key, draw, (wanted, mayStart) =>
    slack.update(channelId, key.ts, wanted, mayStart).catch(error => {
      if (!(error instanceof SlackBusy)) throw error
      editPace.close(error.waitMs)
      throw comeBack(takeTurn())
    })
  )
}

/**
 * Shows something until it is what `draw` says afterwards, one process at a time, so that nobody leaves an older picture behind.
 * What is shown already is left alone.
 */
export async function redraw(
  { database, now, monotonicMs, log }: FollowupDeps,
  key: ShownKey,
  draw: Draw,
  show: Show
): Promise<'shown' | { refused: string }> {
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
