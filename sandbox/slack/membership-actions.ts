import { requireChannel, requirePerson, type SlackParts } from './slack-parts.ts'
import type { Channel } from './slack-types.ts'

export type ChannelFacts = Omit<Channel, 'members'> & { members: string[] }

export function channelFacts(channel: Channel): ChannelFacts {
  return { ...channel, members: [...channel.members] }
}

/** Inviting and removing people, or the bot if nobody is named, and closing channels. */
export function createMembershipActions({ world, membership }: SlackParts) {
  async function invite(channelId: string, user?: string): Promise<void> {
    if (user !== undefined) requirePerson(world, user)
    await membership.join(requireChannel(world, channelId), user)
  }

  async function removeFrom(channelId: string, user?: string): Promise<void> {
    await membership.leave(requireChannel(world, channelId), user)
  }

  function archive(channelId: string, archived = true): void {
    requireChannel(world, channelId).archived = archived
    world.changed()
  }

  return { invite, removeFrom, archive }
}
