import { z } from 'zod'
import type { PersonKind } from './person-kind.ts'
import type { SlackClient } from './slack-client.ts'
import { SlackRefusal } from './slack-failure.ts'

export type People = { kindOf(userId: string, teamId: string): Promise<PersonKind> }

const REMEMBER_MS = 10 * 60_000
const MOST_REMEMBERED = 5_000

const userInfo = z.object({
  user: z.object({
    id: z.string(),
    team_id: z.string().optional(),
    enterprise_user: z.object({ teams: z.array(z.string()).default([]) }).optional(),
    deleted: z.boolean().default(false),
    is_bot: z.boolean().default(false),
    is_restricted: z.boolean().default(false),
    is_ultra_restricted: z.boolean().default(false),
    is_stranger: z.boolean().default(false)
  })
})

export function createPeople(slack: Pick<SlackClient, 'userInfo'>, now: () => number): People {
  const remembered = new Map<string, { kind: PersonKind; untilMs: number }>()
  const underWay = new Map<string, Promise<PersonKind>>()

  async function askAndRemember(userId: string, teamId: string): Promise<PersonKind> {
    const kind = await ask(slack, userId, teamId)
    if (remembered.size >= MOST_REMEMBERED) remembered.clear()
    remembered.set(userId, { kind, untilMs: now() + REMEMBER_MS })
    return kind
  }

  return {
    async kindOf(userId, teamId) {
      const known = remembered.get(userId)
      if (known && known.untilMs > now()) return known.kind
      const asked = underWay.get(userId) ?? askAndRemember(userId, teamId).finally(() => underWay.delete(userId))
      underWay.set(userId, asked)
      return asked
    }
  }
}

async function ask(slack: Pick<SlackClient, 'userInfo'>, userId: string, teamId: string): Promise<PersonKind> {
  try {
    const { user } = userInfo.parse(await slack.userInfo(userId))
    const { team_id = teamId, enterprise_user } = user
    // On Enterprise Grid, `team_id` may name another of a person's workspaces, or the organisation.
    if (user.is_stranger || ![team_id, ...(enterprise_user?.teams ?? [])].includes(teamId)) return 'outsider'
    if (user.is_bot || user.id === 'USLACKBOT') return 'bot'
    if (user.deleted) return 'unknown'
    return user.is_restricted || user.is_ultra_restricted ? 'guest' : 'member'
  } catch (error) {
    if (error instanceof SlackRefusal && error.code === 'user_not_found') return 'unknown'
    throw error
  }
}
