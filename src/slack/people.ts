import { z } from 'zod'
import { createAllowance } from '../http/pace.ts'
import { createMemory } from './memory.ts'
import type { SlackClient } from './slack-client.ts'
import { SlackRefusal } from './slack-failure.ts'
import { visibleText } from './slack-text.ts'

export type PersonKind = 'member' | 'guest' | 'outsider' | 'bot' | 'unknown'

type Person = { kind: PersonKind; isAdmin: boolean; timeZone?: string | undefined }

// Longer than a reply can be undone; whoever may no longer send is noticed before what waited goes out.
const REMEMBER_MS = 90_000

const userInfo = z.object({
  user: z.object({
    id: z.string(),
    team_id: z.string().optional(),
    enterprise_user: z.object({ teams: z.array(z.string()).default([]) }).optional(),
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

export function createPeople(slack: Pick<SlackClient, 'userInfo'>, now: () => number) {
  const people = createMemory<Person>(now, () => REMEMBER_MS)
  const find = (userId: string, teamId: string) =>
    people.known(userId) ?? people.keep(userId, ask(slack, userId, teamId))

  return {
    kindOf: async (userId: string, teamId: string) => (await find(userId, teamId)).kind,
    isAdmin: async (userId: string, teamId: string) => (await find(userId, teamId)).isAdmin,
    timeZoneOf: async (userId: string, teamId: string) => (await find(userId, teamId)).timeZone
  }
}

async function ask(slack: Pick<SlackClient, 'userInfo'>, userId: string, teamId: string): Promise<Person> {
  try {
    const { user } = userInfo.parse(await slack.userInfo(userId))
    return { kind: kindIn(teamId, user), isAdmin: user.is_admin || user.is_owner, timeZone: user.tz }
  } catch (error) {
    if (error instanceof SlackRefusal && error.code === 'user_not_found') return { kind: 'unknown', isAdmin: false }
    throw error
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
  const memberships = createMemory<Membership>(now, () => REMEMBER_MEMBERS_MS)

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
    membershipOf(userId: string, channelId: string) {
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

export type NameMentions = (text: string) => Promise<string>

type Directory = Pick<SlackClient, 'userInfo' | 'channelInfo'>

const REMEMBER_NAME_MS = 10 * 60_000
const MOST_ASKED = 20
const MINUTE_MS = 60_000
// Slack answers few questions a minute: some are left for finding out who may use the bot.
const ASK_EVERY_MS = MINUTE_MS / 40

type Name = { name: string; isPrivate: boolean }

const NOT_TOLD: Name = { name: '', isPrivate: false }

const NAMELESS = /<([@#])([A-Z0-9]+)\|?>/g

const user = z.object({
  user: z
    .object({
      name: z.string().default(''),
      real_name: z.string().default(''),
      profile: z.object({ display_name: z.string().default('') }).optional()
    })
    .transform(({ profile, real_name, name }) => ({
      name: profile?.display_name || real_name || name,
      isPrivate: false
    }))
})
// What Slack leaves out counts as private.
const channel = z.object({
  channel: z
    .object({ name: z.string(), is_private: z.boolean().default(true) })
    .transform(({ name, is_private: isPrivate }) => ({ name, isPrivate }))
})

/** Slack puts names into commands but not into messages. A private channel is named only in what was said there. */
export function createNames(slack: Directory, now: () => number) {
  const names = createMemory<Name>(now, ({ name }) => (name === '' ? MINUTE_MS : REMEMBER_NAME_MS))
  const questions = createAllowance(() => ASK_EVERY_MS, now, MINUTE_MS)

  async function ask(sign: string, id: string): Promise<Name> {
    const { name, isPrivate } =
      sign === '@' ? user.parse(await slack.userInfo(id)).user : channel.parse(await slack.channelInfo(id)).channel
    const words = visibleText(name).replace(/[<>|\s]+/g, ' ')
    return { name: words.trim(), isPrivate }
  }

  /** For texts of one channel that belong together: of all of them, no more names are asked for than of one. */
  function together(channelId: string): NameMentions {
    let left = MOST_ASKED

    async function find(sign: string, id: string): Promise<Name> {
      const known = names.known(id)
      if (known !== undefined) return known
      if (left === 0 || !questions.take()) return NOT_TOLD
      left--
      return names.keep(
        id,
        ask(sign, id).catch(() => NOT_TOLD)
      )
    }

    async function nameOf(sign: string, id: string): Promise<string> {
      const { name, isPrivate } = await find(sign, id)
      return isPrivate && id !== channelId ? '' : name
    }

    return async text => {
      const mentioned = new Map([...text.matchAll(NAMELESS)].map(([, sign = '', id = '']) => [id, sign]))
      const named = await Promise.all([...mentioned].map(async ([id, sign]) => [id, await nameOf(sign, id)] as const))
      const nameById = new Map(named)
      return text.replace(NAMELESS, (mention, sign: string, id: string) => {
        const name = nameById.get(id)
        return name ? `<${sign}${id}|${name}>` : mention
      })
    }
  }

  return { together, nameMentions: (text: string, channelId: string) => together(channelId)(text) }
}
