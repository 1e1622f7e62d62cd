import { z } from 'zod'
import type { Deliveries } from './deliveries.ts'
import type { Announce } from './message-board.ts'
import type { Channel, Json, SlackEvent } from './slack-types.ts'
import { BOT, newId, type SlackWorld, TEAM } from './slack-world.ts'

const FAMILY = { public: 'channels', private: 'groups', dm: 'im', mpim: 'mpim' } as const

/** The scope for a family of reads in a channel of this kind: `channels:history`, `groups:read`, … */
export function scopeFor(channel: Channel, what: 'history' | 'read'): string {
  return `${FAMILY[channel.kind]}:${what}`
}

/** What the app must have subscribed to and been granted before Slack sends it this event. */
function grantsFor(event: SlackEvent, channel: Channel | undefined): { subscription: string; scope?: string } {
  switch (event.type) {
    case 'message':
      return channel
        ? { subscription: `message.${FAMILY[channel.kind]}`, scope: scopeFor(channel, 'history') }
        : { subscription: 'message.channels' }
    case 'app_mention':
      return { subscription: 'app_mention', scope: 'app_mentions:read' }
    default:
      return { subscription: event.type }
  }
}

type Subscriptions = { scopes: ReadonlySet<string>; events: ReadonlySet<string> | 'all' }

/** Events reach the app only where it is a member, has subscribed and was granted the scope. */
export function createAnnounce(world: SlackWorld, deliveries: Deliveries, { scopes, events }: Subscriptions): Announce {
  function wants(event: SlackEvent, channel: Channel | undefined): boolean {
    if (channel && !channel.members.has(BOT.userId)) return false
    const { subscription, scope } = grantsFor(event, channel)
    return (events === 'all' || events.has(subscription)) && (scope === undefined || scopes.has(scope))
  }

  /** Whose message it is, where that is not simply one of ours. */
  function homeOf(actor: string | undefined): Json {
    const person = actor === undefined ? undefined : world.people.get(actor)
    if (person === undefined || person.teamId === TEAM.id) return {}
    const team = person.kind === 'outsider' ? person.teamId : world.enterpriseId
    return { team, user_team: team, source_team: team }
  }

  return async (event, { channel, actor }) => {
    const sent = [event]
    const mention = mentionOf(event, channel)
    if (mention) sent.push(mention)
    const wanted = sent.filter(each => wants(each, channel))
    await Promise.all(
      wanted.map(each => {
        const payload = envelope({ ...each, ...homeOf(actor) }, channel, world)
        return deliveries.deliver(String(payload.event_id), 'events_api', payload)
      })
    )
  }
}

const edit = z.object({
  subtype: z.literal('message_changed'),
  message: z.looseObject({ edited: z.object({ ts: z.string() }) })
})

/** Slack tells of each edit of a message with a mention as of a mention, too. */
function mentionOf(event: SlackEvent, channel: Channel | undefined): SlackEvent | undefined {
  if (event.type !== 'message' || channel?.kind === 'dm') return undefined
  const { data: edited } = edit.safeParse(event)
  const said: Json = edited ? { ...edited.message, channel: event.channel, event_ts: event.event_ts } : event
  if (!['', 'file_share', 'thread_broadcast'].includes(String(said.subtype ?? ''))) return undefined
  if (said.bot_id !== undefined || !String(said.text).includes(`<@${BOT.userId}>`)) return undefined
  // Slack leaves the files to the message, and does not say which of the two comes first.
  const { subtype: _subtype, channel_type: _channelType, files: _files, ...kept } = said
  return { ...kept, type: 'app_mention' }
}

function envelope(event: SlackEvent, channel: Channel | undefined, { clock, enterpriseId }: SlackWorld): Json {
  return {
    token: 'verification',
    team_id: TEAM.id,
    context_team_id: TEAM.id,
    context_enterprise_id: enterpriseId ?? null,
    api_app_id: BOT.appId,
    event,
    type: 'event_callback',
    event_id: newId('Ev'),
    event_time: Math.floor(clock.now() / 1000),
    authorizations: [
      {
        enterprise_id: enterpriseId ?? null,
        team_id: TEAM.id,
        user_id: BOT.userId,
        is_bot: true,
        is_enterprise_install: false
      }
    ],
    is_ext_shared_channel: channel?.shared ?? false,
    event_context: `4-${newId('')}`
  }
}

/** Every scope the stand-in knows. */
export const ALL_SCOPES = [
  'app_mentions:read',
  'channels:history',
  'channels:read',
  'chat:write',
  'commands',
  'files:read',
  'groups:history',
  'groups:read',
  'im:history',
  'im:read',
  'im:write',
  'mpim:history',
  'mpim:read',
  'reactions:write',
  'users:read'
]
