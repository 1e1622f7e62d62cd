import { z } from 'zod'
import { createMemory } from './memory.ts'
import type { SlackClient } from './slack-client.ts'
import { SlackRefusal } from './slack-failure.ts'

export type PersonKind = 'member' | 'guest' | 'outsider' | 'bot' | 'unknown'

type Person = { kind: PersonKind; name: string; isAdmin: boolean; timeZone?: string | undefined }

// Longer than a reply can be undone; whoever may no longer send is noticed before what waited goes out.
const REMEMBER_MS = 90_000
const REMEMBER_NAME_MS = 10 * 60_000

const userInfo = z.object({
  user: z.object({
    id: z.string(),
    team_id: z.string().optional(),
    enterprise_user: z.object({ teams: z.array(z.string()).default([]) }).optional(),
    name: z.string().default(''),
    real_name: z.string().default(''),
    profile: z.object({ display_name: z.string().default('') }).optional(),
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

export type People = ReturnType<typeof createPeople>

export function createPeople(slack: Pick<SlackClient, 'userInfo'>, teamId: string, now: () => number) {
  const people = createMemory<Person>(now)
  const find = (userId: string, forMs = REMEMBER_MS) => people.find(userId, forMs, () => ask(slack, userId, teamId))

  return {
    kindOf: async (userId: string) => (await find(userId)).kind,
    isAdmin: async (userId: string) => (await find(userId)).isAdmin,
    timeZoneOf: async (userId: string) => (await find(userId)).timeZone,
    nameOf: async (userId: string) => (await find(userId, REMEMBER_NAME_MS)).name,
    isKnown: (userId: string) => people.known(userId, REMEMBER_NAME_MS) !== undefined
  }
}

async function ask(slack: Pick<SlackClient, 'userInfo'>, userId: string, teamId: string): Promise<Person> {
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
