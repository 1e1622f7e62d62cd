import { requireChannel, requirePerson, type SlackParts } from './slack-parts.ts'
import type { Channel } from './slack-types.ts'
import { BOT, TEAM } from './slack-world.ts'

export type ChannelFacts = Omit<Channel, 'members'> & { members: string[] }

export function channelFacts(channel: Channel): ChannelFacts {
  return { ...channel, members: [...channel.members] }
}

/** Who is in a channel, and whether it is still open; the bot is invited like anybody. */
export function createMembershipActions({ world, announce }: SlackParts) {
  async function invite(channelId: string, user: string = BOT.userId): Promise<void> {
    const channel = requireChannel(world, channelId)
    requirePerson(world, user)
    channel.members.add(user)
    await tell('member_joined_channel', channel, user)
  }

  async function removeFrom(channelId: string, user: string = BOT.userId): Promise<void> {
    const channel = requireChannel(world, channelId)
    const told = tell('member_left_channel', channel, user)
    channel.members.delete(user)
    await told
  }

  function tell(type: string, channel: Channel, user: string): Promise<void> {
    world.changed()
    const event = { type, user, channel: channel.id, channel_type: 'C', team: TEAM.id, event_ts: world.nextTs() }
    return announce(event, { channel, actor: user })
  }

  function archive(channelId: string, archived = true): void {
    requireChannel(world, channelId).archived = archived
    world.changed()
  }

  return { invite, removeFrom, archive }
}
