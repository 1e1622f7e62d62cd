import type { Written } from './make-traffic.ts'

/** How long a reply waits for an earlier one that is still on its way; a little less than the bot's second. */
const WAITED_FOR_MS = 900

type Arrived = { jobId: string; prompt: string; seq: number }

/**
 * Instructions that reached their job after a later one, although the bot had them in time. What the bot did not have yet when
 * the later one's wait was over may go after it.
 */
export function findDisorder(acknowledged: Written[], sends: Arrived[]): string[] {
  const arrivals = new Map(sends.toReversed().map(({ prompt, seq }) => [prompt, seq]))
  const ofJob = Map.groupBy(
    acknowledged.filter(({ prompt }) => arrivals.has(prompt)),
    ({ jobId }) => jobId
  )
  const arrivedAfter = (one: Written, other: Written) =>
    (arrivals.get(one.prompt) ?? 0) > (arrivals.get(other.prompt) ?? 0)
  return [...ofJob].flatMap(([jobId, written]) =>
    written.flatMap(earlier =>
      written
        .filter(later => mustFollow(later, earlier) && arrivedAfter(earlier, later))
        .map(later => `${jobId}: ${later.prompt} before ${earlier.prompt}`)
    )
  )
}

function mustFollow(later: Written, earlier: Written): boolean {
  if (earlier.takenAtMs === undefined || earlier.writtenAtMs >= later.writtenAtMs) return false
  const waitsMs = earlier.kind === 'reply' && later.kind === 'reply' ? WAITED_FOR_MS : 0
  return earlier.takenAtMs <= later.writtenAtMs + waitsMs
}
