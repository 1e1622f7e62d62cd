import { z } from 'zod'
import { whole } from '../api-method.ts'
import { SlackRefusal } from '../slack-refusal.ts'
import type { Json } from '../slack-types.ts'

export const paging = { cursor: z.string().optional(), limit: whole.optional() }

/** One page of a list; the cursor is where the next one starts. */
export function toPage<Item>(items: Item[], { cursor, limit }: { cursor?: string; limit?: number }, usual: number) {
  const size = limit ? Math.min(limit, 1000) : usual
  if (size < 1) throw new SlackRefusal('invalid_limit')
  const start = cursor ? Number(Buffer.from(cursor, 'base64').toString().replace('next:', '')) : 0
  if (!Number.isInteger(start)) throw new SlackRefusal('invalid_cursor')
  const hasMore = start + size < items.length
  const next_cursor = hasMore ? Buffer.from(`next:${start + size}`).toString('base64') : ''
  const response_metadata: Json = { next_cursor }
  return { page: items.slice(start, start + size), has_more: hasMore, response_metadata }
}
