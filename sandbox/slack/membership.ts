import type { Announce } from './message-board.ts'
import type { Channel } from './slack-types.ts'
import { BOT, type SlackWorld, TEAM } from './slack-world.ts'

export type Membership = ReturnType<typeof createMembership>

/** Who is in a channel; its members hear about those who come and go. */
export function createMembership(world: SlackWorld, announce: Announce) {
  async function join(channel: Channel, user: string = BOT.userId): Promise<void> {
    channel.members.add(user)
    if (world.people.get(user)?.kind === 'outsider') channel.shared = true
    await tell('member_joined_channel', channel, user)
  }

  async function leave(channel: Channel, user: string = BOT.userId): Promise<void> {
    const told = tell('member_left_channel', channel, user)
    channel.members.delete(user)
    await told
  }

  function tell(type: string, channel: Channel, user: string): Promise<void> {
    world.changed()
    const channel_type = channel.kind === 'public' ? 'C' : 'G'
    const event = { type, user, channel: channel.id, channel_type, team: TEAM.id, event_ts: world.nextTs() }
    return announce(event, { channel, actor: user })
  }

  return { join, leave }
}
