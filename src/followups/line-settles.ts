import type { Sql } from '../database/database.ts'
import type { Followup } from './followup.ts'
import { earlierReplyArrivedMs } from './reply-store.ts'

// Slack does not keep the order in which replies were written.
const DELIVERED_WITHIN_MS = 1_000
const AUTHOR_NAMED_WITHIN_MS = 60_000

/**
 * From when on nothing that was written earlier is waited for: a reply may still be on its way to us, or Slack may not have said
 * yet who wrote it.
 */
export async function lineSettlesAtMs(sql: Sql, followup: Followup, nowMs: number): Promise<number> {
  const { replyTs, writtenAtMs } = followup
  // Written later than now: Slack's clock is ahead of ours, and tells nothing.
  const allDeliveredMs = replyTs === null || writtenAtMs > nowMs ? nowMs : writtenAtMs + DELIVERED_WITHIN_MS
  const arrivedMs = await earlierReplyArrivedMs(sql, followup)
  const allNamedMs = arrivedMs === undefined ? nowMs : arrivedMs + AUTHOR_NAMED_WITHIN_MS
  return Math.max(allDeliveredMs, allNamedMs)
}
