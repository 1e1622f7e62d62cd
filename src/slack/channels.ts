import { z } from 'zod'
import type { SlackClient } from './slack-client.ts'
import { SlackRefusal } from './slack-failure.ts'

export type Channels = {
  /** Whether every member of the workspace can read along. False as long as Slack does not say so. */
  isPublic(channelId: string): Promise<boolean>
  /** Whether the bot is in it, as it is now. True as long as Slack does not say otherwise. */
  hasBot(channelId: string): Promise<boolean>
}

const REMEMBER_MS = 10 * 60_000
// Lists ask about many channels at once: Slack is not asked again while somebody turns their pages.
const REMEMBER_TROUBLE_MS = 5_000
const MOST_REMEMBERED = 5_000

// Slack says so of every kind of conversation; what it leaves out counts as private.
const info = z.object({ channel: z.object({ is_private: z.boolean().default(true) }) })

const membership = z.object({ channel: z.object({ is_member: z.boolean() }) })

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

  return {
    async isPublic(channelId) {
      const known = remembered.get(channelId)
      if (known && known.untilMs > now()) return known.isPublic
      return askAndRemember(channelId)
    },
    async hasBot(channelId) {
      if (channelId.startsWith('D')) return true
      try {
        return membership.parse(await slack.channelInfo(channelId)).channel.is_member
      } catch (error) {
        return !(error instanceof SlackRefusal && error.code === 'channel_not_found')
      }
    }
  }
}
