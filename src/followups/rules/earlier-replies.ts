import type { Followup } from './followup.ts'

// Slack does not keep the order in which replies were written.
const DELIVERED_WITHIN_MS = 1_000
const AUTHOR_NAMED_WITHIN_MS = 60_000

/**
 * From when on no reply that was written earlier is waited for: one may still be on its way to us, or it came at `cameAtMs` and
 * Slack has not said yet who wrote it.
 */
export function earlierRepliesAreInAtMs(
  { replyTs, writtenAtMs }: Followup,
  cameAtMs: number | undefined,
  nowMs: number
): number {
  // Written later than now: Slack's clock is ahead of ours, and tells nothing.
  const allDeliveredMs = replyTs === null || writtenAtMs > nowMs ? nowMs : writtenAtMs + DELIVERED_WITHIN_MS
  const allNamedMs = cameAtMs === undefined ? nowMs : cameAtMs + AUTHOR_NAMED_WITHIN_MS
  return Math.max(allDeliveredMs, allNamedMs)
}
