import { z } from 'zod'
import { storableText } from '../database/storable-text.ts'
import { createAllowance } from '../http/pace.ts'
import { createMemory } from './memory.ts'
import type { SlackClient } from './slack-client.ts'
import { SlackRefusal } from './slack-failure.ts'
import { isDirect, visibleText } from './slack-text.ts'

type Slack = Pick<SlackClient, 'userInfo' | 'channelInfo' | 'channelMembers'>

export type Lookups = ReturnType<typeof createLookups>

/** What Slack says of people and channels when it is asked. */
export function createLookups(slack: Slack, teamId: string, now: () => number) {
  const people = createPeople(slack, teamId, now)
  const channels = createChannels(slack, now)
  const members = createMembers(slack, now)
  return { people, channels, members, nameMentions: createNames(people, channels, now) }
}

export type PersonKind = 'member' | 'guest' | 'outsider' | 'bot' | 'unknown'

type Person = { kind: PersonKind; name: string; isAdmin: boolean; timeZone?: string | undefined }

// Longer than a reply can be undone; whoever may no longer send is noticed before what waited goes out.
const REMEMBER_PERSON_MS = 90_000
const REMEMBER_NAME_MS = 10 * 60_000

const userInfo = z.object({
  user: z.object({
    id: z.string(),
    team_id: z.string().optional(),
    enterprise_user: z.object({ teams: z.array(z.string()).default([]) }).optional(),
    name: storableText.default(''),
    real_name: storableText.default(''),
    profile: z.object({ display_name: storableText.default('') }).optional(),
    deleted: z.boolean().default(false),
    is_bot: z.boolean().default(false),
    is_restricted: z.boolean().default(false),
    is_ultra_restricted: z.boolean().default(false),
    is_stranger: z.boolean().default(false),
    is_admin: z.boolean().default(false),
    is_owner: z.boolean().default(false),
    tz: z.string().refine(isTimeZone).optional().catch(undefined)
  })
})

type People = ReturnType<typeof createPeople>

export function createPeople(slack: Pick<SlackClient, 'userInfo'>, teamId: string, now: () => number) {
  const people = createMemory<Person>(now)
  const find = (userId: string, forMs = REMEMBER_PERSON_MS) =>
    people.find(userId, forMs, () => askAbout(slack, userId, teamId))

  return {
    kindOf: async (userId: string) => (await find(userId)).kind,
    isAdmin: async (userId: string) => (await find(userId)).isAdmin,
    timeZoneOf: async (userId: string) => (await find(userId)).timeZone,
    nameOf: async (userId: string) => (await find(userId, REMEMBER_NAME_MS)).name,
    isKnown: (userId: string) => people.known(userId, REMEMBER_NAME_MS) !== undefined
  }
}

async function askAbout(slack: Pick<SlackClient, 'userInfo'>, userId: string, teamId: string): Promise<Person> {
  try {
    const { user } = userInfo.parse(await slack.userInfo(userId))
    const name = user.profile?.display_name || user.real_name || user.name
    return { kind: kindIn(teamId, user), name, isAdmin: user.is_admin || user.is_owner, timeZone: user.tz }
  } catch (error) {
    if (!(error instanceof SlackRefusal) || error.code !== 'user_not_found') throw error
    return { kind: 'unknown', name: '', isAdmin: false }
  }
}

function kindIn(teamId: string, user: z.output<typeof userInfo>['user']): PersonKind {
  const { team_id = teamId, enterprise_user } = user
  // On Enterprise Grid, `team_id` may name another of a person's workspaces, or the organisation.
  if (user.is_stranger || ![team_id, ...(enterprise_user?.teams ?? [])].includes(teamId)) return 'outsider'
  if (user.is_bot || user.id === 'USLACKBOT') return 'bot'
  if (user.deleted) return 'unknown'
  return user.is_restricted || user.is_ultra_restricted ? 'guest' : 'member'
}

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: name }))
  } catch {
    return false
  }
}

export type Membership = 'in' | 'not in' | 'not told'

// Long enough for somebody who is typing; whoever has left is noticed soon.
const REMEMBER_MEMBERS_MS = 10_000

const membersPage = z.object({
  members: z.array(z.string()),
  response_metadata: z.object({ next_cursor: z.string().optional() }).optional()
})

export function createMembers(slack: Pick<SlackClient, 'channelMembers'>, now: () => number) {
  const memberships = createMemory<Membership>(now)

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
    membershipOf: (userId: string, channelId: string): Promise<Membership> =>
      memberships
        .find(`${channelId}/${userId}`, REMEMBER_MEMBERS_MS, () => ask(userId, channelId))
        .catch(() => 'not told')
  }
}

const REMEMBER_CHANNEL_MS = 10 * 60_000
const REMEMBER_BOT_MS = 10_000

/** The manifest does not ask for it: that Slack names it as missing shows that this is a group direct message. */
export const SCOPE_FOR_GROUPS: string = 'mpim:read'

type Channel = {
  name: string
  kind: 'public' | 'private' | 'direct'
  hasBot: boolean
  isArchived: boolean
  creator?: string | undefined
}

export type ChannelKind = Channel['kind'] | 'not told'

/** As long as Slack does not say otherwise. */
const OPEN = { name: '', hasBot: true, isArchived: false }
const DIRECT: Channel = { ...OPEN, kind: 'direct' }

const info = z
  .object({
    channel: z.object({
      name: storableText.default(''),
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
const fromGroup = z.union([
  z.object({ event: z.object({ channel: id, channel_type: z.literal('mpim') }) }).transform(told => told.event.channel),
  z.object({ channel_id: id, channel_name: name }).transform(told => told.channel_id),
  z.object({ channel: z.object({ id, name }) }).transform(told => told.channel.id)
])

const fromChannel = z.object({ event: z.object({ channel: id, channel_type: z.enum(['channel', 'group']) }) })

type Channels = ReturnType<typeof createChannels>

export function createChannels(slack: Pick<SlackClient, 'channelInfo'>, now: () => number) {
  const channels = createMemory<Channel>(now)
  const groups = new Set<string>()

  async function ask(channelId: string): Promise<Channel> {
    try {
      return info.parse(await slack.channelInfo(channelId))
    } catch (error) {
      if (!(error instanceof SlackRefusal)) throw error
      if (error.neededScopes !== SCOPE_FOR_GROUPS)
        return { ...OPEN, kind: 'private', hasBot: error.code !== 'channel_not_found' }
      groups.add(channelId)
      return DIRECT
    }
  }

  const isKnownDirect = (channelId: string) => isDirect(channelId) || groups.has(channelId)

  const find = async (channelId: string, forMs = REMEMBER_CHANNEL_MS) =>
    isKnownDirect(channelId) ? DIRECT : channels.find(channelId, forMs, () => ask(channelId))

  const findNow = (channelId: string) => find(channelId, 0).catch(() => OPEN)

  const kindOf = (channelId: string): Promise<ChannelKind> =>
    find(channelId).then(
      ({ kind }) => kind,
      () => 'not told'
    )

  return {
    kindOf,
    isKnown: (channelId: string) =>
      isKnownDirect(channelId) || channels.known(channelId, REMEMBER_CHANNEL_MS) !== undefined,
    /** A private channel is named only in what was said there. */
    async nameIn(where: string, channelId: string): Promise<string> {
      const { kind, name } = await find(channelId)
      return kind === 'public' || where === channelId ? name : ''
    },
    creatorOf: async (channelId: string) =>
      isKnownDirect(channelId) ? undefined : info.parse(await slack.channelInfo(channelId)).creator,
    /** True as long as Slack does not say otherwise. A no is not remembered: whoever reads it invites the bot. */
    async hasBot(channelId: string): Promise<boolean> {
      const known = await channels.known(channelId, REMEMBER_BOT_MS)?.catch(() => OPEN)
      return known?.hasBot || (await findNow(channelId)).hasBot
    },
    async whyClosed(channelId: string): Promise<'bot not there' | 'archived' | undefined> {
      const { isArchived, hasBot } = await findNow(channelId)
      return isArchived ? 'archived' : hasBot ? undefined : 'bot not there'
    },
    /** None of the app's scopes allows asking about group direct messages, so they are known from what Slack sends. */
    note(delivery: unknown): void {
      const { data: channelId } = fromGroup.safeParse(delivery)
      if (channelId !== undefined) groups.add(channelId)
      // People can turn a group into a channel.
      const { data: told } = fromChannel.safeParse(delivery)
      if (told !== undefined) groups.delete(told.event.channel)
    }
  }
}

// Slack answers few questions a minute: some are left for finding out who may use the bot.
const NAME_EVERY_MS = 1_500
const NAMES_SAVED_MS = 30_000

const NAMELESS = /<([@#])([A-Z0-9]+)\|?>/g

/** Slack puts names into commands but not into messages. */
function createNames(people: People, channels: Channels, now: () => number) {
  const questions = createAllowance(NAME_EVERY_MS, now, NAMES_SAVED_MS)

  async function nameOf(sign: string, id: string, channelId: string): Promise<string> {
    const directory = sign === '@' ? people : channels
    if (!directory.isKnown(id) && !questions.take()) return ''
    const asked = sign === '@' ? people.nameOf(id) : channels.nameIn(channelId, id)
    const name = await asked.catch(() => '')
    return visibleText(name)
      .replace(/[<>|\s]+/g, ' ')
      .trim()
  }

  return async (text: string, channelId: string): Promise<string> => {
    const mentioned = new Map([...text.matchAll(NAMELESS)].map(([, sign = '', id = '']) => [id, sign]))
    const named = await Promise.all(
      [...mentioned].map(async ([id, sign]) => [id, await nameOf(sign, id, channelId)] as const)
    )
    const nameById = new Map(named)
    return text.replace(NAMELESS, (mention, sign: string, id: string) => {
      const name = nameById.get(id)
      return name ? `<${sign}${id}|${name}>` : mention
    })
  }
}
