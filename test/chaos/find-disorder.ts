import type { Written } from './make-traffic.ts'

/** How long a reply waits for an earlier one that is still on its way; a little less than the bot's second. */
const WAITED_FOR_MS = 900

/** Or for one that the bot knows of, but not yet what to make of it; a little less than the bot's minute. */
const UNDERSTOOD_WITHIN_MS = 59_000

/** As the bot has it: its line goes by when it was written, its number by when it was stored. */
export type Stored = { id: string; inLineAtMs: number }

type Arrived = { prompt: string; seq: number; atMs: number }

/**
 * Instructions that reached their job after a later one, although the bot had them in time and they did not wait for the job. What
 * the bot did not have yet when the later one's wait was over may go after it.
 */
export function findDisorder(
  acknowledged: Written[],
  sends: Arrived[],
  stored: ReadonlyMap<string, Stored>,
  /** Whose delivery is in doubt: they got no clear answer in time. */
  inDoubt: ReadonlySet<string> = new Set()
): string[] {
  const arrivals = new Map(sends.toReversed().map(send => [send.prompt, send]))
  const ofJob = Map.groupBy(acknowledged, ({ jobId }) => jobId)
  const overtake = (later: Written, earlier: Written): string[] => {
    const [first, second] = [arrivals.get(later.prompt), arrivals.get(earlier.prompt)]
    if (!first || !second || first.seq > second.seq || !mustFollow(later, earlier)) return []
    const [ofEarlier, ofLater] = [stored.get(earlier.prompt), stored.get(later.prompt)]
    const isWaitOver = earlier.kind === 'reply' && first.atMs - later.writtenAtMs >= UNDERSTOOD_WITHIN_MS
    if (isWaitOver && ofEarlier && ofLater && numberOf(ofEarlier) > numberOf(ofLater)) return []
    const lead = secondsBetween(earlier.writtenAtMs, later.writtenAtMs)
    const delay = secondsBetween(first.atMs, second.atMs)
    const byRows = ofEarlier && ofLater ? secondsBetween(ofEarlier.inLineAtMs, ofLater.inLineAtMs) : 'unknown'
    return [
      `${later.jobId}: ${later.prompt} (${later.kind}) before ${earlier.prompt} (${earlier.kind}), which was written ${lead} earlier (${byRows} by the rows) and sent ${delay} later${inDoubt.has(earlier.prompt) ? ', maybe delivered' : ''}`
    ]
  }
  return [...ofJob.values()].flatMap(written =>
    written.flatMap(earlier => written.flatMap(later => overtake(later, earlier)))
  )
}

const numberOf = ({ id }: Stored) => Number(id.slice('f_'.length))

const secondsBetween = (fromMs: number, toMs: number) => `${((toMs - fromMs) / 1_000).toFixed(3)} s`

function mustFollow(later: Written, earlier: Written): boolean {
  if (earlier.kind === 'later' || later.kind === 'later') return false
  if (earlier.takenAtMs === undefined || earlier.writtenAtMs >= later.writtenAtMs) return false
  const waitsMs = earlier.kind === 'reply' && later.kind === 'reply' ? WAITED_FOR_MS : 0
  return earlier.takenAtMs <= later.writtenAtMs + waitsMs
}
