import { z } from 'zod'
import type { SlackClient } from './slack-client.ts'

export type Channels = {
  /** Whether every member of the workspace can read along. False as long as Slack does not say so. */
  isPublic(channelId: string): Promise<boolean>
}

const REMEMBER_MS = 10 * 60_000
const MOST_REMEMBERED = 5_000

// Slack says so of every kind of conversation; what it leaves out counts as private.
const info = z.object({ channel: z.object({ is_private: z.boolean().default(true) }) })

export function createChannels(slack: Pick<SlackClient, 'channelInfo'>, now: () => number): Channels {
  const remembered = new Map<string, { isPublic: boolean; untilMs: number }>()

  async function askAndRemember(channelId: string): Promise<boolean> {
    const isPublic = !info.parse(await slack.channelInfo(channelId)).channel.is_private
    if (remembered.size >= MOST_REMEMBERED) remembered.clear()
    remembered.set(channelId, { isPublic, untilMs: now() + REMEMBER_MS })
    return isPublic
  }

  return {
    async isPublic(channelId) {
      const known = remembered.get(channelId)
      if (known && known.untilMs > now()) return known.isPublic
      return askAndRemember(channelId).catch(() => false)
    }
  }
}
