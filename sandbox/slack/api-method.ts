import { z } from 'zod'
import { scopeFor } from './announce-event.ts'
import { describeIssue } from './block-kit/check-blocks.ts'
import type { MessageBoard } from './message-board.ts'
import { type Channel, type Json, type SlackMessage, SlackRefusal } from './slack-types.ts'
import { BOT, newId, type SlackClock, type SlackWorld } from './slack-world.ts'

const TRIGGER_LIVES_MS = 3_000

export type Triggers = ReturnType<typeof createTriggers>

/** Trigger ids open one view each, within three seconds of what the person did. */
export function createTriggers(clock: SlackClock) {
  const issued = new Map<string, { user: string; atMs: number; used: boolean }>()

  return {
    issue(user: string): string {
      const id = `${newId('', 10)}.${newId('', 10)}.${newId('', 16).toLowerCase()}`
      issued.set(id, { user, atMs: clock.now(), used: false })
      return id
    },
    /** The person whose action the trigger came from. */
    use(id: string): string {
      const trigger = issued.get(id)
      if (!trigger) throw new SlackRefusal('invalid_trigger_id')
      if (trigger.used) throw new SlackRefusal('exchanged_trigger_id')
      if (clock.now() - trigger.atMs > TRIGGER_LIVES_MS) throw new SlackRefusal('expired_trigger_id')
      trigger.used = true
      return trigger.user
    }
  }
}

export type ApiContext = {
  world: SlackWorld
  board: MessageBoard
  triggers: Triggers
  scopes: ReadonlySet<string>
  socketUrl(): string
}

export type ApiMethod = {
  token: 'bot' | 'app'
  /** Slack's documented rate; a tier 3 method is called 50 times a minute. */
  perMinute: number
  /** The rate is counted per channel. */
  perChannel?: { burst: number }
  scope?: string
  run(context: ApiContext, raw: Json): Json
}

type Definition<Params extends z.ZodType> = Omit<ApiMethod, 'run' | 'token'> & {
  token?: ApiMethod['token']
  params: Params
  run(context: ApiContext, params: z.infer<Params>): Json
}

export function defineMethod<Params extends z.ZodType>({
  params,
  run,
  token = 'bot',
  ...rest
}: Definition<Params>): ApiMethod {
  return {
    ...rest,
    token,
    run(context, raw) {
      const parsed = params.safeParse(raw)
      if (parsed.success) return run(context, parsed.data)
      throw SlackRefusal.withMessages(
        'invalid_arguments',
        parsed.error.issues.map(issue => describeIssue(issue, ''))
      )
    }
  }
}

export const flag = z
  .union([z.boolean(), z.enum(['true', 'false', '1', '0', ''])])
  .transform(value => value === true || value === 'true' || value === '1')
export const whole = z.coerce.number().int()

export function requireScope({ scopes }: ApiContext, needed: string): void {
  if (!scopes.has(needed)) throw new SlackRefusal('missing_scope', { needed, provided: [...scopes].join(',') })
}

export function seeChannel({ world }: ApiContext, id: string): Channel {
  const channel = world.channels.get(id)
  const visible = channel && (channel.kind === 'public' || channel.members.has(BOT.userId))
  if (!visible) throw new SlackRefusal('channel_not_found')
  return channel
}

/** A channel the bot is in: to outsiders a private one does not even exist. */
export function enterChannel(context: ApiContext, id: string): Channel {
  const channel = seeChannel(context, id)
  if (!channel.members.has(BOT.userId)) throw new SlackRefusal('not_in_channel')
  return channel
}

export function readChannel(context: ApiContext, id: string): Channel {
  const channel = enterChannel(context, id)
  requireScope(context, scopeFor(channel, 'history'))
  return channel
}

/** The direct messages with a person; there are none with bots. */
export function directChannelWith({ world }: ApiContext, userId: string): Channel {
  const person = world.people.get(userId)
  if (!person) throw new SlackRefusal('user_not_found')
  if (person.kind === 'bot' || person.kind === 'app') throw new SlackRefusal('cannot_dm_bot')
  return world.directChannel(userId)
}

export function refuseArchived(channel: Channel): Channel {
  if (channel.archived) throw new SlackRefusal('is_archived')
  return channel
}

export function requireMessage({ world }: ApiContext, channel: Channel, ts: string): SlackMessage {
  const message = world.findMessage(channel.id, ts)
  if (!message) throw new SlackRefusal('message_not_found')
  return message
}
