import { z } from 'zod'
import {
  type ApiContext,
  type ApiMethod,
  defineMethod,
  directChannelWith,
  enterChannel,
  flag,
  readChannel,
  requireScope,
  seeChannel
} from '../api-method.ts'
import { scopeFor } from '../event-grants.ts'
import { SlackRefusal } from '../slack-refusal.ts'
import type { Channel, Json, SlackMessage } from '../slack-types.ts'
import { BOT, TEAM } from '../slack-world.ts'
import { toWireMessage } from '../wire-message.ts'
import { paging, toPage } from './to-page.ts'

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
    is_general: false,
    is_member: channel.members.has(BOT.userId),
    is_shared: channel.shared,
    is_ext_shared: channel.shared,
    is_org_shared: false,
    context_team_id: TEAM.id,
    creator: partner,
    topic: { value: '', creator: '', last_set: 0 },
    purpose: { value: '', creator: '', last_set: 0 }
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
    params: z.object({ ...target, include_num_members: flag.optional() }),
    run(context, params) {
      const channel = visible(context, params.channel)
      const members = params.include_num_members ? { num_members: channel.members.size } : {}
      return { channel: { ...toWireChannel(channel, context.world), ...members } }
    }
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
    params: z.object({ channel: z.string().optional(), users: z.string().optional(), return_im: flag.optional() }),
    run(context, params) {
      if (params.channel) return { channel: { id: enterChannel(context, params.channel).id } }
      const users = (params.users ?? '').split(',').filter(user => user !== '')
      if (users.length === 0) throw new SlackRefusal('users_list_not_supplied')
      for (const user of users) if (!context.world.people.has(user)) throw new SlackRefusal('user_not_found')
      requireScope(context, 'im:write')
      const channel = directChannelWith(context, users[0] ?? '')
      return { channel: params.return_im ? toWireChannel(channel, context.world) : { id: channel.id } }
    }
  })
}
