import type { Outcome } from './deliveries.ts'
import { requireMember, requirePerson, type SlackParts } from './slack-parts.ts'
import type { Channel, Ephemeral, Json, SlackMessage } from './slack-types.ts'
import { BOT, TEAM } from './slack-world.ts'
import { markedCommandText, plainCommandText } from './typed-text.ts'

export type Commanded = { user: string; channel: string; text: string; command?: string; escape?: boolean }
export type CommandResult = {
  acknowledged: boolean
  /** What the app or Slack showed the person in response. */
  reply?: Ephemeral | SlackMessage
  triggerId: string
  responseUrl: string
}
export type CommandOptions = { commands: string[]; escapeCommandText: boolean }

const CHANNEL_NAMES = { private: 'privategroup', dm: 'directmessage', mpim: 'mpdm' } as const

export function channelLabel({ kind, name }: Channel): string {
  return kind === 'public' ? name : CHANNEL_NAMES[kind]
}

/** The answer in an acknowledgement: nothing for an empty one, which Bolt sends as `{}`. */
export function answerOf(outcome: Outcome | undefined): unknown {
  const answer = outcome?.kind === 'acknowledged' ? outcome.answer : undefined
  const empty = answer === undefined || answer === null || answer === '' || JSON.stringify(answer) === '{}'
  return empty ? undefined : answer
}

export function createCommandActions(parts: SlackParts, { commands, escapeCommandText }: CommandOptions) {
  const { world, deliveries, triggers, responseUrls } = parts

  function tell(channel: string, user: string, text: string): Ephemeral {
    const ephemeral: Ephemeral = { channel, user, ts: world.nextTs(), text, from: 'slack' }
    world.ephemerals.push(ephemeral)
    world.changed()
    return ephemeral
  }

  async function command({
    user,
    channel: channelId,
    text,
    command: name = commands[0] ?? '/agent-followup',
    escape: marked = escapeCommandText
  }: Commanded): Promise<CommandResult> {
    const channel = requireMember(world, channelId, user)
    const person = requirePerson(world, user)
    const triggerId = triggers.issue(user)
    const target = { channel, user }
    const responseUrl = responseUrls.issue(target)
    // People from another workspace do not have this one's commands, even in a shared channel.
    const registered = (commands.length === 0 || commands.includes(name)) && person.kind !== 'outsider'
    if (!registered)
      return {
        acknowledged: false,
        reply: tell(channelId, user, `${name} is not a valid command.`),
        triggerId,
        responseUrl
      }
    const payload: Json = {
      token: 'verification',
      team_id: TEAM.id,
      team_domain: TEAM.domain,
      channel_id: channel.id,
      channel_name: channelLabel(channel),
      user_id: user,
      user_name: person.name.toLowerCase(),
      command: name,
      text: marked ? markedCommandText(text, world) : plainCommandText(text, world),
      api_app_id: BOT.appId,
      is_enterprise_install: 'false',
      response_url: responseUrl,
      trigger_id: triggerId
    }
    const outcome = await deliveries.deliver(triggerId, 'slash_commands', payload)
    const result = { acknowledged: outcome?.kind === 'acknowledged', triggerId, responseUrl }
    if (outcome?.kind === 'failed')
      return { ...result, reply: tell(channelId, user, failureText(name, outcome.reason)) }
    const answer = answerOf(outcome)
    if (answer === undefined) return result
    const shown = responseUrls.show(target, answer)
    return { ...result, reply: structuredClone(shown.ephemeral ?? shown.message) }
  }

  return { command }
}

function failureText(command: string, reason: string): string {
  if (reason === 'timeout') return `${command} failed because the app did not respond.`
  return `${command} failed with the error "dispatch_failed"`
}
