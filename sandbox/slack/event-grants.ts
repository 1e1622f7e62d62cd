import type { Channel, SlackEvent } from './slack-types.ts'

const FAMILY = { public: 'channels', private: 'groups', dm: 'im', mpim: 'mpim' } as const

/** The scope for a family of reads in a channel of this kind: `channels:history`, `groups:read`, … */
export function scopeFor(channel: Channel, what: 'history' | 'read' | 'write'): string {
  return `${FAMILY[channel.kind]}:${what}`
}

/** What the app must have subscribed to and been granted before Slack sends it this event. */
export function grantsFor(event: SlackEvent, channel: Channel | undefined): { subscription: string; scope?: string } {
  switch (event.type) {
    case 'message': {
      const suffix = channel
        ? { public: 'channels', private: 'groups', dm: 'im', mpim: 'mpim' }[channel.kind]
        : 'channels'
      return { subscription: `message.${suffix}`, scope: channel && scopeFor(channel, 'history') }
    }
    case 'app_mention':
      return { subscription: 'app_mention', scope: 'app_mentions:read' }
    case 'reaction_added':
    case 'reaction_removed':
      return { subscription: event.type, scope: 'reactions:read' }
    case 'member_joined_channel':
    case 'member_left_channel':
      return { subscription: event.type, scope: channel && scopeFor(channel, 'read') }
    default:
      return { subscription: event.type }
  }
}
