import { z } from 'zod'
import { type ApiMethod, defineMethod } from '../api-method.ts'
import { SlackRefusal } from '../slack-refusal.ts'
import type { Json, Person } from '../slack-types.ts'
import { BOT, TEAM } from '../slack-world.ts'

function toWireUser(person: Person, enterpriseId: string | undefined): Json {
  const isBot = person.kind === 'app' || (person.kind === 'bot' && person.id !== 'USLACKBOT')
  const real_name = person.id === BOT.userId ? BOT.realName : person.name
  return {
    id: person.id,
    team_id: person.teamId,
    name: person.name.toLowerCase().replaceAll(/\s+/g, '.'),
    real_name,
    deleted: person.deleted,
    tz: person.timeZone,
    is_bot: isBot,
    is_app_user: false,
    is_admin: person.isAdmin,
    is_owner: false,
    is_restricted: person.kind === 'guest',
    is_ultra_restricted: false,
    ...(person.kind === 'outsider' && { is_stranger: false }),
    ...(enterpriseId &&
      person.kind !== 'outsider' && {
        enterprise_user: { id: person.id, enterprise_id: enterpriseId, teams: [...new Set([person.teamId, TEAM.id])] }
      }),
    profile: {
      real_name,
      display_name: person.name,
      real_name_normalized: real_name,
      team: person.teamId,
      image_48: ''
    }
  }
}

export const directoryMethods: Record<string, ApiMethod> = {
  'auth.test': defineMethod({
    perMinute: 300,
    params: z.object({}),
    run: ({ world: { enterpriseId } }) => ({
      url: `https://${TEAM.domain}.slack.com/`,
      team: TEAM.name,
      user: BOT.name,
      team_id: TEAM.id,
      user_id: BOT.userId,
      bot_id: BOT.botId,
      app_id: BOT.appId,
      ...(enterpriseId && { enterprise_id: enterpriseId }),
      is_enterprise_install: false
    })
  }),
  'apps.connections.open': defineMethod({
    token: 'app',
    perMinute: 30,
    params: z.object({}),
    run: ({ socketUrl }) => ({ url: socketUrl() })
  }),
  'users.info': defineMethod({
    scope: 'users:read',
    perMinute: 100,
    params: z.object({ user: z.string().min(1) }),
    run({ world }, { user }) {
      const person = world.people.get(user)
      if (!person) throw new SlackRefusal('user_not_found')
      return { user: toWireUser(person, world.enterpriseId) }
    }
  })
}
