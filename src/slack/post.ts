import type { SlackMessage } from './blocks.ts'

/**
 * A message that is posted exactly once. `id` names the operation ("f_12:result"): a second request for it changes nothing, and
 * the id travels in the message's metadata, so that after an unclear answer the thread itself tells whether it arrived.
 */
export type Post = {
  id: string
  teamId: string
  channelId: string
  threadTs: string | null
  /** Null: it is about none. */
  followupId: string | null
  message: SlackMessage & { broadcast?: boolean }
}
