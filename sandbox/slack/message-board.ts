import { type Channel, type Json, type SlackEvent, type SlackMessage, SlackRefusal } from './slack-types.ts'
import { BOT, type SlackWorld, TEAM } from './slack-world.ts'

const CHANNEL_TYPES = { public: 'channel', private: 'group', dm: 'im', mpim: 'mpim' } as const

function channelType(channel: Channel): string {
  return CHANNEL_TYPES[channel.kind]
}

/** How history, replies and events show a message; metadata only where it was asked for. */
export function toWireMessage(message: SlackMessage, { metadata = false } = {}): Json {
  const { channel: _channel, reactions, unfurl_links, unfurl_media, ...kept } = message
  const wire: Json = structuredClone({ type: 'message', ...kept })
  if (!metadata) delete wire.metadata
  if (reactions.length > 0) wire.reactions = structuredClone(reactions)
  if (message.reply_users) wire.reply_users_count = message.reply_users.length
  if (message.reply_count) Object.assign(wire, { is_locked: false, subscribed: true })
  if (message.bot_id === BOT.botId) wire.bot_profile = botProfile()
  return wire
}

function botProfile(): Json {
  return {
    id: BOT.botId,
    app_id: BOT.appId,
    name: BOT.realName,
    deleted: false,
    updated: 0,
    team_id: TEAM.id,
    icons: {}
  }
}

/** Hands an event to the app; resolves once the first delivery attempt is over. */
export type Announce = (event: SlackEvent, about: { channel?: Channel; actor?: string }) => Promise<void>
export type Changed = { message: SlackMessage; announced: Promise<void> }
export type MessageBoard = ReturnType<typeof createMessageBoard>

/** Every change to what a channel shows, whoever makes it, with the events Slack sends for it. */
export function createMessageBoard(world: SlackWorld, announce: Announce) {
  function announceIn(channel: Channel, actor: string | undefined, event: SlackEvent): Promise<void> {
    world.changed()
    return announce({ ...event, channel: channel.id, channel_type: channelType(channel) }, { channel, actor })
  }

  /** Announces a change to an existing message, with its own timestamp. */
  function announceHidden(channel: Channel, { user }: SlackMessage, fields: Json): Promise<void> {
    const ts = world.nextTs()
    return announceIn(channel, user, { ...fields, type: 'message', hidden: true, ts, event_ts: ts })
  }

  function post(channel: Channel, draft: Omit<SlackMessage, 'channel' | 'ts' | 'reactions'>): Changed {
    const message: SlackMessage = { ...draft, channel: channel.id, ts: world.nextTs(), reactions: [] }
    const parent = message.thread_ts ? world.findMessage(channel.id, message.thread_ts) : undefined
    if (parent) {
      message.parent_user_id = parent.user
      parent.thread_ts = parent.ts
      parent.reply_count = (parent.reply_count ?? 0) + 1
      parent.latest_reply = message.ts
      if (message.user) parent.reply_users = [...new Set([...(parent.reply_users ?? []), message.user])]
    }
    world.messagesIn(channel.id).push(message)
    const wire = toWireMessage(message)
    if (message.subtype === 'thread_broadcast' && parent) {
      wire.root = toWireMessage(parent)
      delete wire.parent_user_id
    }
    const announced = announceIn(channel, message.user, { ...wire, type: 'message', event_ts: message.ts })
    return { message, announced }
  }

  function change(channel: Channel, message: SlackMessage, edit: (message: SlackMessage) => void): Changed {
    const previous = toWireMessage(message)
    edit(message)
    const fields = { subtype: 'message_changed', message: toWireMessage(message), previous_message: previous }
    return { message, announced: announceHidden(channel, message, fields) }
  }

  function remove(channel: Channel, message: SlackMessage): Changed {
    if (message.reply_count) {
      return change(channel, message, kept => {
        Object.assign(kept, { subtype: 'tombstone', text: 'This message was deleted.', user: 'USLACKBOT' })
        for (const gone of ['blocks', 'attachments', 'bot_id', 'app_id', 'metadata', 'files'] as const)
          delete kept[gone]
      })
    }
    const all = world.messagesIn(channel.id)
    all.splice(all.indexOf(message), 1)
    forgetReply(channel, message)
    const fields = { subtype: 'message_deleted', deleted_ts: message.ts, previous_message: toWireMessage(message) }
    return { message, announced: announceHidden(channel, message, fields) }
  }

  function forgetReply(channel: Channel, message: SlackMessage): void {
    const parent = message.thread_ts ? world.findMessage(channel.id, message.thread_ts) : undefined
    if (!parent?.reply_count) return
    const replies = world.messagesIn(channel.id).filter(other => other.thread_ts === parent.ts && other !== parent)
    parent.reply_count = replies.length
    parent.latest_reply = replies.at(-1)?.ts
    parent.reply_users = [...new Set(replies.flatMap(reply => reply.user ?? []))]
  }

  function addReaction({ reactions }: SlackMessage, user: string, name: string): void {
    const known = reactions.find(reaction => reaction.name === name)
    if (known?.users.includes(user)) throw new SlackRefusal('already_reacted')
    const users = [...(known?.users ?? []), user]
    if (known) Object.assign(known, { users, count: users.length })
    else reactions.push({ name, users, count: 1 })
    world.changed()
  }

  function removeReaction({ reactions }: SlackMessage, user: string, name: string): void {
    const known = reactions.find(reaction => reaction.name === name)
    if (!known?.users.includes(user)) throw new SlackRefusal('no_reaction')
    const users = known.users.filter(other => other !== user)
    Object.assign(known, { users, count: users.length })
    if (users.length === 0) reactions.splice(reactions.indexOf(known), 1)
    world.changed()
  }

  return { post, change, remove, addReaction, removeReaction }
}
