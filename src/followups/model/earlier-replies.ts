import type { Followup } from './followup.ts'

// Slack does not always deliver replies in the order they were written.
const DELIVERED_WITHIN_MS = 1_000
// Reading one may have to wait for somebody who holds a lock on its job.
const READ_WITHIN_MS = 60_000
// Both are only known to us within some time: a reply that was just written may seem to come from the near future.
const CLOCKS_AGREE_WITHIN_MS = 2_000

/**
 * When to stop waiting for replies that were written earlier: one may still be on its way to us, or has been read since `triedMs`.
 */
export function earlierRepliesAreInAtMs(
  { replyTs, inLineAtMs }: Followup,
  triedMs: number | undefined,
  nowMs: number
): number {
  // Written later than that: Slack's clock is ahead of ours and tells us nothing.
  const saysNothing = replyTs === null || inLineAtMs > nowMs + CLOCKS_AGREE_WITHIN_MS
  const allDeliveredMs = saysNothing ? nowMs : inLineAtMs + DELIVERED_WITHIN_MS
  const allReadMs = triedMs === undefined ? nowMs : triedMs + READ_WITHIN_MS
  return Math.max(allDeliveredMs, allReadMs)
}
