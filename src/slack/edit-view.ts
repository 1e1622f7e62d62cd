import { z } from 'zod'
import { carryOut, type Database, type Statement } from '../database/database.ts'
import { type Log, TransientError } from '../errors.ts'
import type { SlackMessage } from './blocks.ts'
import type { SlackClient } from './slack-client.ts'
import { SlackBusy, SlackRefusal } from './slack-failure.ts'
import { digestOf, editBegun, editOver, type ViewKey } from './view-store.ts'

type Deps = {
  database: Database
  now: () => number
  monotonicMs: () => number
  log: Pick<Log, 'warn'>
}

// A process that froze does not edit later, when another one may have shown something newer.
const START_WITHIN_MS = 4_000
const TRY_AGAIN_MS = 1_000

type Draw = (change: Statement) => Promise<{ wanted: SlackMessage | undefined; changed: unknown }>

type Show = (wanted: SlackMessage, mayStart: () => boolean) => Promise<void>

const claimed = z.object({ digest: z.string().nullable() }).nullable()

type Edited = 'shown' | { refused: string }

export const editMessage = (
  deps: Deps & { slack: Pick<SlackClient, 'update'> },
  key: ViewKey,
  { channelId, ts }: { channelId: string; ts: string },
  draw: Draw
) => editView(deps, key, draw, (wanted, mayStart) => deps.slack.update(channelId, ts, wanted, mayStart))

/** One process at a time, until it shows what is stored by then, so that nobody leaves an older picture behind. */
export async function editView(
  { database, now, monotonicMs, log }: Deps,
  key: ViewKey,
  draw: Draw,
  show: Show
): Promise<Edited> {
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
      await carryOut(database, isOver(error instanceof SlackBusy ? claim.digest : null))
      if (!(error instanceof SlackRefusal)) throw error
      log.warn({ ...key, code: error.code }, 'A message can no longer be edited')
      return { refused: error.code }
    }
    const after = await draw(isOver(digestOf(wanted)))
    if (after.wanted === undefined || digestOf(after.wanted) === digestOf(wanted)) return 'shown'
  }
}
