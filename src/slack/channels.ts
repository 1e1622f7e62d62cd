import { z } from 'zod'
import { createMemory } from './memory.ts'
import type { SlackClient } from './slack-client.ts'
import { SlackRefusal } from './slack-failure.ts'
import { isDirect } from './slack-text.ts'

const REMEMBER_MS = 10 * 60_000
// Lists ask about many channels at once: Slack is not asked again while somebody turns their pages.
const KEPT_FOR_MS: { [kind in Kind]?: number } = { 'not told': 5_000, few: Number.POSITIVE_INFINITY }
const REMEMBER_BOT_MS = 10_000

// Slack says so of every kind of conversation; what it leaves out counts as private.
const info = z.object({
  channel: z.object({ is_private: z.boolean().default(true) })
})

const membership = z.object({ channel: z.object({ is_member: z.boolean(), is_archived: z.boolean().default(false) }) })

type Kind = 'public' | 'private' | 'few' | 'not told'

/** The app does without it: that it is lacking tells enough. */
export const SCOPE_FOR_FEW: string = 'mpim:read'
const id = z.string()
const name = z.string().startsWith('mpdm')
const fromFew = z.union([
  z.object({ event: z.object({ channel: id, channel_type: z.literal('mpim') }) }).transform(told => told.event.channel),
  z.object({ channel_id: id, channel_name: name }).transform(told => told.channel_id),
  z.object({ channel: z.object({ id, name }) }).transform(told => told.channel.id)
])

const origin = z.object({ channel: z.object({ creator: z.string().optional() }) })

export function createChannels(slack: Pick<SlackClient, 'channelInfo'>, now: () => number) {
  const kinds = createMemory<Kind>(now, kind => KEPT_FOR_MS[kind] ?? REMEMBER_MS)
  // Whoever reads that the bot is not there invites it, and presses again.
  const withBot = createMemory<boolean>(now, isThere => (isThere ? REMEMBER_BOT_MS : 0))

  async function askKind(channelId: string): Promise<Kind> {
    try {
      return info.parse(await slack.channelInfo(channelId)).channel.is_private ? 'private' : 'public'
    } catch (error) {
      if (!(error instanceof SlackRefusal)) return 'not told'
      return error.neededScopes === SCOPE_FOR_FEW ? 'few' : 'private'
    }
  }

  const isKnownFew = async (channelId: string) => (await kinds.known(channelId)) === 'few'

  const kindOf = async (channelId: string) => kinds.known(channelId) ?? kinds.keep(channelId, askKind(channelId))

  async function standingIn(channelId: string) {
    try {
      return membership.parse(await slack.channelInfo(channelId)).channel
    } catch (error) {
      const isHidden = error instanceof SlackRefusal && error.code === 'channel_not_found'
      return isHidden ? { is_member: false, is_archived: false } : undefined
    }
  }

  const askForBot = async (channelId: string) => (await standingIn(channelId))?.is_member !== false

  return {
    /** False as long as Slack does not say so. */
    isPublic: async (channelId: string) => (await kindOf(channelId)) === 'public',
    isOfFew: async (channelId: string) => isDirect(channelId) || (await kindOf(channelId)) === 'few',
    async creatorOf(channelId: string): Promise<string | undefined> {
      if (await isKnownFew(channelId)) return undefined
      return origin.parse(await slack.channelInfo(channelId)).channel.creator
    },
    /** The answer may be ten seconds old, and is true as long as Slack does not say otherwise. */
    async hasBot(channelId: string): Promise<boolean> {
      if (isDirect(channelId) || (await isKnownFew(channelId))) return true
      return withBot.known(channelId) ?? withBot.keep(channelId, askForBot(channelId))
    },
    /** Undefined as long as Slack does not say. */
    async whyClosed(channelId: string): Promise<'bot not there' | 'archived' | undefined> {
      const standing = await standingIn(channelId)
      if (standing?.is_archived) return 'archived'
      return standing?.is_member === false ? 'bot not there' : undefined
    },
    /** None of the app's scopes allows asking about direct messages of a few people, so they are known from what Slack sends. */
    note(delivery: unknown): void {
      const { data: channelId } = fromFew.safeParse(delivery)
      if (channelId !== undefined) void kinds.keep(channelId, Promise.resolve('few'))
    }
  }
}
