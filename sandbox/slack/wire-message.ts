import type { Channel, Json, SlackMessage } from './slack-types.ts'
import { BOT, TEAM } from './slack-world.ts'

const CHANNEL_TYPES = { public: 'channel', private: 'group', dm: 'im', mpim: 'mpim' } as const

export function channelType(channel: Channel): string {
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

export function botProfile(): Json {
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
