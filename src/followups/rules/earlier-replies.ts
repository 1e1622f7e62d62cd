import type { Followup } from './followup.ts'

// Slack does not always deliver replies in the order they were written.
const DELIVERED_WITHIN_MS = 1_000
const AUTHOR_NAMED_WITHIN_MS = 60_000

/**
 * When to stop waiting for replies that were written earlier: one may still be on its way to us, or one was first looked at
 * at `triedMs` and Slack has not said yet who wrote it.
 */
export function earlierRepliesAreInAtMs(
  { replyTs, writtenAtMs }: Followup,
  triedMs: number | undefined,
  nowMs: number
): number {
  // Written in the future: Slack's clock is ahead of ours and tells us nothing.
  const allDeliveredMs = replyTs === null || writtenAtMs > nowMs ? nowMs : writtenAtMs + DELIVERED_WITHIN_MS
  const allNamedMs = triedMs === undefined ? nowMs : triedMs + AUTHOR_NAMED_WITHIN_MS
  return Math.max(allDeliveredMs, allNamedMs)
}
