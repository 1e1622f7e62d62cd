import { z } from 'zod'
import type { SlackClient } from './slack-client.ts'

export type Members = {
  /** Whether somebody is in the channel. False as long as Slack does not say so. */
  isIn(channelId: string, userId: string): Promise<boolean>
}

// Long enough for somebody who is typing; whoever has left is noticed soon.
const REMEMBER_MS = 10_000
const MOST_REMEMBERED = 5_000
// Slack waits three seconds for an answer: a larger channel cannot be looked through.
const MOST_PAGES = 5

const membersPage = z.object({
  members: z.array(z.string()),
  response_metadata: z.object({ next_cursor: z.string().optional() }).optional()
})

export function createMembers(slack: Pick<SlackClient, 'channelMembers'>, now: () => number): Members {
  const remembered = new Map<string, { isIn: Promise<boolean>; untilMs: number }>()

  async function ask(channelId: string, userId: string): Promise<boolean> {
    let cursor: string | undefined
    for (let page = 0; page < MOST_PAGES; page++) {
      const { members, response_metadata } = membersPage.parse(await slack.channelMembers(channelId, cursor))
      if (members.includes(userId)) return true
      cursor = response_metadata?.next_cursor
      if (!cursor) return false
    }
    return false
  }

  return {
    isIn(channelId, userId) {
      const key = `${channelId}/${userId}`
      const known = remembered.get(key)
      if (known && known.untilMs > now()) return known.isIn
      const isIn = ask(channelId, userId).catch(() => false)
      if (remembered.size >= MOST_REMEMBERED) remembered.clear()
      remembered.set(key, { isIn, untilMs: now() + REMEMBER_MS })
      return isIn
    }
  }
}
