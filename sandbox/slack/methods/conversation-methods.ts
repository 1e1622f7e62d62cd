import { z } from 'zod'
import { scopeFor } from '../announce-event.ts'
import {
  type ApiContext,
  type ApiMethod,
  defineMethod,
  directChannelWith,
  flag,
  readChannel,
  requireScope,
  seeChannel,
  whole
} from '../api-method.ts'
import { toWireMessage } from '../message-board.ts'
import { type Channel, type Json, type Person, type SlackMessage, SlackRefusal } from '../slack-types.ts'
import { BOT, TEAM } from '../slack-world.ts'

const paging = { cursor: z.string().optional(), limit: whole.optional() }

/** One page of a list; the cursor is where the next one starts. */
function toPage<Item>(items: Item[], { cursor, limit }: { cursor?: string; limit?: number }, usual: number) {
  const size = limit ? Math.min(limit, 1000) : usual
  if (size < 1) throw new SlackRefusal('invalid_limit')
  const start = cursor ? Number(Buffer.from(cursor, 'base64').toString().replace('next:', '')) : 0
  if (!Number.isInteger(start)) throw new SlackRefusal('invalid_cursor')
  const hasMore = start + size < items.length
  const next_cursor = hasMore ? Buffer.from(`next:${start + size}`).toString('base64') : ''
  const response_metadata: Json = { next_cursor }
  return { page: items.slice(start, start + size), has_more: hasMore, response_metadata }
}

const target = { channel: z.string().min(1) }
const window = {
  ...paging,
  oldest: z.string().optional(),
  latest: z.string().optional(),
  inclusive: flag.optional(),
  include_all_metadata: flag.optional()
}
type Window = { oldest?: string; latest?: string; inclusive?: boolean }

function toWireChannel(channel: Channel, world: ApiContext['world']): Json {
  const isDm = channel.kind === 'dm'
  const common = { id: channel.id, created: channel.createdS, is_archived: channel.archived, is_im: isDm }
  const partner = [...channel.members].find(member => member !== BOT.userId)
  if (isDm)
    return { ...common, user: partner, is_org_shared: false, is_user_deleted: world.people.get(partner ?? '')?.deleted }
  return {
    ...common,
    name: channel.name,
    name_normalized: channel.name,
    is_channel: channel.kind === 'public',
    is_group: channel.kind === 'private',
    is_mpim: channel.kind === 'mpim',
    is_private: channel.kind !== 'public',
    is_member: channel.members.has(BOT.userId),
    is_shared: channel.shared,
    is_ext_shared: channel.shared,
    is_org_shared: false,
    context_team_id: TEAM.id,
    creator: partner
  }
}

function within({ ts }: SlackMessage, { oldest, latest, inclusive }: Window): boolean {
  const at = Number(ts)
  const from = oldest === undefined ? -1 : Number(oldest)
  const to = latest === undefined ? Number.POSITIVE_INFINITY : Number(latest)
  return (at > from && at < to) || (inclusive === true && (at === from || at === to))
}

function visible(context: ApiContext, id: string): Channel {
  const channel = seeChannel(context, id)
  requireScope(context, scopeFor(channel, 'read'))
  return channel
}

export const conversationMethods: Record<string, ApiMethod> = {
  'conversations.info': defineMethod({
    perMinute: 50,
    params: z.object(target),
    run: (context, params) => ({ channel: toWireChannel(visible(context, params.channel), context.world) })
  }),
  'conversations.replies': defineMethod({
    perMinute: 50,
    params: z.object({ ...target, ...window, ts: z.string().min(1) }),
    run(context, params) {
      const channel = readChannel(context, params.channel)
      const first = context.world.findMessage(channel.id, params.ts)
      if (!first) throw new SlackRefusal('thread_not_found')
      const replies = context.world
        .messagesIn(channel.id)
        .filter(other => other.thread_ts === params.ts && other !== first)
      const { page, ...rest } = toPage([first, ...replies.filter(reply => within(reply, params))], params, 1000)
      return {
        messages: page.map(message => toWireMessage(message, { metadata: params.include_all_metadata })),
        ...rest
      }
    }
  }),
  'conversations.history': defineMethod({
    perMinute: 50,
    params: z.object({ ...target, ...window }),
    run(context, params) {
      const channel = readChannel(context, params.channel)
      const shown = context.world
        .messagesIn(channel.id)
        .filter(
          message => !message.thread_ts || message.thread_ts === message.ts || message.subtype === 'thread_broadcast'
        )
        .filter(message => within(message, params))
      const { page, ...rest } = toPage(shown.toReversed(), params, 100)
      const messages = page.map(message => toWireMessage(message, { metadata: params.include_all_metadata }))
      return { messages, pin_count: 0, ...rest }
    }
  }),
  'conversations.members': defineMethod({
    perMinute: 100,
    params: z.object({ ...target, ...paging }),
    run(context, params) {
      const { page, ...rest } = toPage([...visible(context, params.channel).members], params, 100)
      return { members: page, ...rest }
    }
  }),
  'conversations.open': defineMethod({
    perMinute: 50,
    params: z.object({ users: z.string().default('') }),
    run(context, params) {
      const [user] = params.users.split(',').filter(each => each !== '')
      if (user === undefined) throw new SlackRefusal('users_list_not_supplied')
      if (!context.world.people.has(user)) throw new SlackRefusal('user_not_found')
      requireScope(context, 'im:write')
      return { channel: { id: directChannelWith(context, user).id } }
    }
  })
}

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
