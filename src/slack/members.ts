import { z } from 'zod'
import { createMemory } from './memory.ts'
import type { SlackClient } from './slack-client.ts'
import { SlackRefusal } from './slack-failure.ts'

/** Whether somebody is in a channel, or why that is not known. */
export type Membership = 'in' | 'not in' | 'too many' | 'not told'

export type Members = {
  /** Of a channel with more pages than `mostPages`, nobody waiting for an answer can be told. */
  membershipOf(userId: string, channelId: string, mostPages?: number): Promise<Membership>
}

// Long enough for somebody who is typing; whoever has left is noticed soon.
const REMEMBER_MS = 10_000
// Slack waits three seconds for an answer: a larger channel cannot be looked through.
const MOST_PAGES = 5

const membersPage = z.object({
  members: z.array(z.string()),
  response_metadata: z.object({ next_cursor: z.string().optional() }).optional()
})

export function createMembers(slack: Pick<SlackClient, 'channelMembers'>, now: () => number): Members {
  const memberships = createMemory<Membership>(now, () => REMEMBER_MS)

  async function ask(userId: string, channelId: string, mostPages: number): Promise<Membership> {
    let cursor: string | undefined
    for (let page = 0; page < mostPages; page++) {
      const { members, response_metadata } = membersPage.parse(await slack.channelMembers(channelId, cursor))
      if (members.includes(userId)) return 'in'
      cursor = response_metadata?.next_cursor
      if (!cursor) return 'not in'
    }
    return 'too many'
  }

  return {
    membershipOf(userId, channelId, mostPages = MOST_PAGES) {
      const name = `${channelId}/${userId}/${mostPages}`
      return (
        memberships.known(name) ??
        memberships.keep(
          name,
          ask(userId, channelId, mostPages).catch(error => (isOfFew(error) ? 'in' : 'not told'))
        )
      )
    }
  }
}

/** Nobody leaves a conversation of a few, and the app has no scope with which it can be asked about. */
const isOfFew = (error: unknown) => error instanceof SlackRefusal && error.neededScopes === 'mpim:read'
