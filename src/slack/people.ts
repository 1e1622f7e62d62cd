import { z } from 'zod'
import { createMemory } from './memory.ts'
import type { PersonKind } from './person-kind.ts'
import type { SlackClient } from './slack-client.ts'
import { SlackRefusal } from './slack-failure.ts'

export type People = { kindOf(userId: string, teamId: string): Promise<PersonKind> }

const REMEMBER_MS = 10 * 60_000

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
  const kinds = createMemory<PersonKind>(now, () => REMEMBER_MS)

  return { kindOf: (userId, teamId) => kinds.known(userId) ?? kinds.keep(userId, ask(slack, userId, teamId)) }
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
