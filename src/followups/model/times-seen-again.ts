const FIRST_AFTER_MS = 5 * 60_000

/**
 * How often a card has said that the work was seen again: 5, 10, 20, 40 … minutes after the send. Saying so after every look
 * would be too many edits.
 */
export function timesSeenAgain(sentAtMs: number, seenAtMs: number | null): number {
  const elapsed = ((seenAtMs ?? 0) - sentAtMs) / FIRST_AFTER_MS
  return elapsed < 1 ? 0 : 1 + Math.floor(Math.log2(elapsed))
}
