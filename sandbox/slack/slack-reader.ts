import { channelFacts } from './message-actions.ts'
import type { Ephemeral, Reaction, SlackMessage, View } from './slack-types.ts'
import type { SlackWorld } from './slack-world.ts'
import type { ApiCall } from './web-api.ts'

/** What can be seen in Slack, as copies that nothing changes later. */
export function createSlackReader(world: SlackWorld, calls: ApiCall[]) {
  function messages(channel: string): SlackMessage[] {
    return structuredClone(world.messagesIn(channel))
  }

  /** The parent and its replies, oldest first. */
  function thread(channel: string, ts: string): SlackMessage[] {
    return messages(channel).filter(message => message.ts === ts || message.thread_ts === ts)
  }

  function message(channel: string, ts: string): SlackMessage | undefined {
    return structuredClone(world.findMessage(channel, ts))
  }

  function ephemerals(channel?: string, user?: string): Ephemeral[] {
    const wanted = (shown: Ephemeral) => (!channel || shown.channel === channel) && (!user || shown.user === user)
    return structuredClone(world.ephemerals.filter(wanted))
  }

  function reactions(channel: string, ts: string): Reaction[] {
    return structuredClone(world.findMessage(channel, ts)?.reactions ?? [])
  }

  /** The modals a person has open, the one in front last. */
  function views(user: string): View[] {
    return structuredClone([...world.views.values()].filter(open => open.user === user).map(open => open.view))
  }

  function homeOf(user: string): View | undefined {
    return structuredClone(world.homes.get(user))
  }

  function callsOf(method?: string): ApiCall[] {
    return structuredClone(calls.filter(call => method === undefined || call.method === method))
  }

  /** Everything shown, one line each, for the messages of failed tests. */
  function inventory(): string {
    const shown = [...world.channels.values()].flatMap(channel => [
      ...world.messagesIn(channel.id).map(each => `  #${channel.name} ${lineOf(each)}`),
      ...world.ephemerals
        .filter(each => each.channel === channel.id)
        .map(each => `  #${channel.name} only for ${each.user}: ${each.text}`)
    ])
    const refused = calls
      .filter(call => call.answer.ok !== true)
      .map(call => `  ${call.method} → ${call.answer.error ?? 'no answer'}`)
    return [...shown, '  refused calls:', ...refused.slice(-20)].join('\n')
  }

  return {
    people: () => structuredClone([...world.people.values()]),
    channels: () => [...world.channels.values()].map(channelFacts),
    messages,
    message,
    thread,
    ephemerals,
    reactions,
    views,
    homeOf,
    calls: callsOf,
    inventory
  }
}

function lineOf({ ts, thread_ts, user, text, reactions }: SlackMessage): string {
  const thread = thread_ts && thread_ts !== ts ? ` in thread ${thread_ts}` : ''
  return `${ts}${thread} ${user}: ${text} ${reactions.map(({ name }) => `:${name}:`).join('')}`
}
