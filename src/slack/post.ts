import { z } from 'zod'
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
  /**
   * `about` names what it tells of, if its reader can say that they no longer want to hear about that; `threadUrl` leads to where
   * they asked to hear of it. With `awaitsThread` it belongs in a thread that is not there yet.
   */
  message: SlackMessage & { broadcast?: boolean; about?: string; threadUrl?: string | null; awaitsThread?: true }
}

const messageSchema = z.object({ text: z.string(), blocks: z.array(z.looseObject({ type: z.string() })) })

const isMessage = (value: unknown) => messageSchema.safeParse(value).success

/** As it comes from the database. */
export const storedMessage = z.custom<Post['message']>(isMessage)
