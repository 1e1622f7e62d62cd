import { z } from 'zod'
import type { SlackClient } from './slack-client.ts'
import { SlackRefusal } from './slack-failure.ts'

export type Channels = {
  /** Whether every member of the workspace can read along. False as long as Slack does not say so. */
  isPublic(channelId: string): Promise<boolean>
  /** Whether the bot is in it, as it is now. True as long as Slack does not say otherwise. */
  hasBot(channelId: string): Promise<boolean>
  /** Why nothing can be posted there, as it is now. Undefined as long as Slack does not say. */
  whyClosed(channelId: string): Promise<'bot not there' | 'archived' | undefined>
}

const REMEMBER_MS = 10 * 60_000
// Lists ask about many channels at once: Slack is not asked again while somebody turns their pages.
const REMEMBER_TROUBLE_MS = 5_000
const MOST_REMEMBERED = 5_000

// Slack says so of every kind of conversation; what it leaves out counts as private.
const info = z.object({ channel: z.object({ is_private: z.boolean().default(true) }) })

const membership = z.object({ channel: z.object({ is_member: z.boolean(), is_archived: z.boolean().default(false) }) })

export function createChannels(slack: Pick<SlackClient, 'channelInfo'>, now: () => number): Channels {
  // Those that Slack is being asked about as well.
  const remembered = new Map<string, { isPublic: Promise<boolean>; untilMs: number }>()

  function askAndRemember(channelId: string): Promise<boolean> {
    if (remembered.size >= MOST_REMEMBERED) remembered.clear()
    const answer = slack.channelInfo(channelId).then(told => !info.parse(told).channel.is_private)
    const asked = {
      isPublic: answer.catch(error => {
        if (!(error instanceof SlackRefusal)) asked.untilMs = now() + REMEMBER_TROUBLE_MS
        return false
      }),
      untilMs: now() + REMEMBER_MS
    }
    remembered.set(channelId, asked)
    return asked.isPublic
  }

  async function standingIn(channelId: string) {
    try {
      return membership.parse(await slack.channelInfo(channelId)).channel
    } catch (error) {
      const isHidden = error instanceof SlackRefusal && error.code === 'channel_not_found'
      return isHidden ? { is_member: false, is_archived: false } : undefined
    }
  }

  return {
    async isPublic(channelId) {
      const known = remembered.get(channelId)
      if (known && known.untilMs > now()) return known.isPublic
      return askAndRemember(channelId)
    },
    hasBot: async channelId => channelId.startsWith('D') || (await standingIn(channelId))?.is_member !== false,
    async whyClosed(channelId) {
      const standing = await standingIn(channelId)
      if (standing?.is_archived) return 'archived'
      return standing?.is_member === false ? 'bot not there' : undefined
    }
  }
}
