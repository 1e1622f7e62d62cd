import type { Triggers } from './api-method.ts'
import type { Deliveries } from './deliveries.ts'
import type { Announce, MessageBoard } from './message-board.ts'
import type { ResponseUrls } from './response-urls.ts'
import type { Channel, Person, SlackMessage } from './slack-types.ts'
import type { SlackWorld } from './slack-world.ts'

/** What people's actions are built from. */
export type SlackParts = {
  world: SlackWorld
  board: MessageBoard
  announce: Announce
  deliveries: Deliveries
  triggers: Triggers
  responseUrls: ResponseUrls
}

export function requirePerson(world: SlackWorld, id: string): Person {
  const person = world.people.get(id)
  if (!person) throw new Error(`There is no person '${id}'; known: ${[...world.people.keys()].join(', ')}`)
  return person
}

export function requireChannel(world: SlackWorld, id: string): Channel {
  const channel = world.channels.get(id)
  if (!channel) throw new Error(`There is no channel '${id}'; known: ${[...world.channels.keys()].join(', ')}`)
  return channel
}

/** The channel, which the person must be in to do anything there. */
export function requireMember(world: SlackWorld, channelId: string, userId: string): Channel {
  const channel = requireChannel(world, channelId)
  const person = requirePerson(world, userId)
  if (!channel.members.has(userId)) throw new Error(`${person.name} cannot act in #${channel.name}: not a member`)
  return channel
}

export function requireShown(world: SlackWorld, channel: Channel, ts: string): SlackMessage {
  const message = world.findMessage(channel.id, ts)
  if (!message) throw new Error(`There is no message '${ts}' in #${channel.name}`)
  return message
}
