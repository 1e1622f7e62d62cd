import { z } from 'zod'
import { createMemory } from './memory.ts'
import type { SlackClient } from './slack-client.ts'
import { SlackRefusal } from './slack-failure.ts'
import { isDirect } from './slack-text.ts'

const REMEMBER_MS = 10 * 60_000
const REMEMBER_BOT_MS = 10_000

/** The app does without it: that it is lacking tells enough. */
export const SCOPE_FOR_FEW: string = 'mpim:read'

type Channel = {
  name: string
  kind: 'public' | 'private' | 'few'
  hasBot: boolean
  isArchived: boolean
  creator?: string | undefined
}

const FEW: Channel = { name: '', kind: 'few', hasBot: true, isArchived: false }

const info = z
  .object({
    channel: z.object({
      name: z.string().default(''),
      // What Slack leaves out counts as private.
      is_private: z.boolean().default(true),
      is_member: z.boolean().default(true),
      is_archived: z.boolean().default(false),
      creator: z.string().optional()
    })
  })
  .transform(
    ({ channel: { name, is_private, is_member, is_archived, creator } }): Channel => ({
      name,
      kind: is_private ? 'private' : 'public',
      hasBot: is_member,
      isArchived: is_archived,
      creator
    })
  )

const id = z.string()
const name = z.string().startsWith('mpdm')
const fromFew = z.union([
  z.object({ event: z.object({ channel: id, channel_type: z.literal('mpim') }) }).transform(told => told.event.channel),
  z.object({ channel_id: id, channel_name: name }).transform(told => told.channel_id),
  z.object({ channel: z.object({ id, name }) }).transform(told => told.channel.id)
])

export type Channels = ReturnType<typeof createChannels>

export function createChannels(slack: Pick<SlackClient, 'channelInfo'>, now: () => number) {
  const channels = createMemory<Channel>(now)
  const ofFew = new Set<string>()

  async function ask(channelId: string): Promise<Channel> {
    try {
      return info.parse(await slack.channelInfo(channelId))
    } catch (error) {
      if (!(error instanceof SlackRefusal)) throw error
      if (error.neededScopes !== SCOPE_FOR_FEW)
        return { ...FEW, kind: 'private', hasBot: error.code !== 'channel_not_found' }
      ofFew.add(channelId)
      return FEW
    }
  }

  const isKnownFew = (channelId: string) => isDirect(channelId) || ofFew.has(channelId)

  const find = async (channelId: string, forMs = REMEMBER_MS) =>
    isKnownFew(channelId) ? FEW : channels.find(channelId, forMs, () => ask(channelId))

  const findNow = (channelId: string) => find(channelId, 0).catch(() => FEW)

  const kindOf = (channelId: string) =>
    find(channelId).then(
      ({ kind }) => kind,
      () => 'not told'
    )

  return {
    /** False as long as Slack does not say so. */
    isPublic: async (channelId: string) => (await kindOf(channelId)) === 'public',
    isOfFew: async (channelId: string) => (await kindOf(channelId)) === 'few',
    isKnown: (channelId: string) => isKnownFew(channelId) || channels.known(channelId, REMEMBER_MS) !== undefined,
    /** A private channel is named only in what was said there. */
    async nameIn(where: string, channelId: string): Promise<string> {
      const { kind, name } = await find(channelId)
      return kind === 'public' || where === channelId ? name : ''
    },
    creatorOf: async (channelId: string) =>
      isKnownFew(channelId) ? undefined : info.parse(await slack.channelInfo(channelId)).creator,
    /** True as long as Slack does not say otherwise. A no is not remembered: whoever reads it invites the bot. */
    async hasBot(channelId: string): Promise<boolean> {
      const known = await channels.known(channelId, REMEMBER_BOT_MS)?.catch(() => FEW)
      return known?.hasBot || (await findNow(channelId)).hasBot
    },
    async whyClosed(channelId: string): Promise<'bot not there' | 'archived' | undefined> {
      const { isArchived, hasBot } = await findNow(channelId)
      return isArchived ? 'archived' : hasBot ? undefined : 'bot not there'
    },
    /** None of the app's scopes allows asking about direct messages of a few people, so they are known from what Slack sends. */
    note(delivery: unknown): void {
      const { data: channelId } = fromFew.safeParse(delivery)
      if (channelId !== undefined) ofFew.add(channelId)
    }
  }
}
