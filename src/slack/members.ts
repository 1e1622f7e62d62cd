import { z } from 'zod'
import { createMemory } from './memory.ts'
import type { SlackClient } from './slack-client.ts'

/** Whether somebody is in a channel, or why that is not known. */
export type Membership = 'in' | 'not in' | 'not told'

export type Members = { membershipOf(userId: string, channelId: string): Promise<Membership> }

// Long enough for somebody who is typing; whoever has left is noticed soon.
const REMEMBER_MS = 10_000

const membersPage = z.object({
  members: z.array(z.string()),
  response_metadata: z.object({ next_cursor: z.string().optional() }).optional()
})

export function createMembers(slack: Pick<SlackClient, 'channelMembers'>, now: () => number): Members {
  const memberships = createMemory<Membership>(now, () => REMEMBER_MS)

  async function ask(userId: string, channelId: string): Promise<Membership> {
    let cursor: string | undefined
    do {
      const { members, response_metadata } = membersPage.parse(await slack.channelMembers(channelId, cursor))
      if (members.includes(userId)) return 'in'
      cursor = response_metadata?.next_cursor
    } while (cursor)
    return 'not in'
  }

  return {
    membershipOf(userId, channelId) {
      const name = `${channelId}/${userId}`
      return (
        memberships.known(name) ??
        memberships.keep(
          name,
          ask(userId, channelId).catch(() => 'not told')
        )
      )
    }
  }
}
