import { z } from 'zod'
import {
  type ApiContext,
  type ApiMethod,
  defineMethod,
  directChannelWith,
  enterChannel,
  flag,
  refuseArchived,
  requireMessage
} from '../api-method.ts'
import { LIMITS } from '../block-kit/element-schemas.ts'
import { toWireMessage } from '../message-board.ts'
import { composeContent, composeMetadata, contentParams, refuseEmpty } from '../response-urls.ts'
import { type Channel, type SlackMessage, SlackRefusal } from '../slack-types.ts'
import { BOT, TEAM } from '../slack-world.ts'

const AS_BOT = { user: BOT.userId, bot_id: BOT.botId, app_id: BOT.appId, team: TEAM.id }
const target = { channel: z.string().min(1) }
const here = { ...target, ts: z.string().min(1) }

function postingChannel(context: ApiContext, id: string): Channel {
  if (context.world.people.has(id)) return directChannelWith(context, id)
  return refuseArchived(enterChannel(context, id))
}

function threadOf(context: ApiContext, channel: Channel, threadTs: string | undefined): string | undefined {
  if (threadTs === undefined) return undefined
  const parent = context.world.findMessage(channel.id, threadTs)
  if (!parent) throw new SlackRefusal('thread_not_found')
  if (parent.thread_ts && parent.thread_ts !== parent.ts) throw new SlackRefusal('cannot_reply_to_message')
  return parent.ts
}

function ownMessage(context: ApiContext, channel: Channel, ts: string): SlackMessage {
  const message = requireMessage(context, channel, ts)
  if (message.bot_id !== BOT.botId || message.subtype === 'tombstone') throw new SlackRefusal('cant_update_message')
  return message
}

export const chatMethods: Record<string, ApiMethod> = {
  'chat.postMessage': defineMethod({
    scope: 'chat:write',
    perMinute: 60,
    perChannel: { burst: 5 },
    params: z.object({
      ...target,
      ...contentParams,
      thread_ts: z.string().optional(),
      reply_broadcast: flag.optional(),
      metadata: z.unknown().optional(),
      unfurl_links: flag.optional(),
      unfurl_media: flag.optional()
    }),
    run(context, params) {
      const channel = postingChannel(context, params.channel)
      const content = composeContent(params)
      refuseEmpty(content)
      const metadata = composeMetadata(params.metadata)
      const thread_ts = threadOf(context, channel, params.thread_ts)
      const { message } = context.board.post(channel, {
        ...AS_BOT,
        ...content,
        metadata,
        thread_ts,
        unfurl_links: params.unfurl_links,
        unfurl_media: params.unfurl_media,
        ...(thread_ts && params.reply_broadcast && { subtype: 'thread_broadcast' })
      })
      return { channel: channel.id, ts: message.ts, message: toWireMessage(message, { metadata: true }) }
    }
  }),

  'chat.update': defineMethod({
    scope: 'chat:write',
    perMinute: 50,
    params: z.object({
      ...here,
      ...contentParams,
      metadata: z.unknown().optional()
    }),
    run(context, params) {
      const channel = refuseArchived(enterChannel(context, params.channel))
      const message = ownMessage(context, channel, params.ts)
      const { text: newText } = params
      if (newText === undefined && params.blocks === undefined) throw new SlackRefusal('no_text')
      if ((newText ?? '').length > LIMITS.updatedText) throw new SlackRefusal('msg_too_long')
      const content = composeContent(params)
      const text = newText ?? message.text
      // New text without blocks removes the old blocks; new blocks leave no "edited" mark.
      const blocks = content.blocks ?? (newText === undefined ? message.blocks : undefined)
      const edited = content.blocks ? message.edited : { user: BOT.userId, ts: context.world.nextTs() }
      const metadata = composeMetadata(params.metadata) ?? message.metadata
      const whole = { ...content, text, blocks, metadata, edited }
      refuseEmpty({ text, ...(blocks && { blocks }) })
      context.board.change(channel, message, kept => Object.assign(kept, whole))
      return { channel: channel.id, ts: message.ts, text, message: toWireMessage(message, { metadata: true }) }
    }
  }),

  'chat.postEphemeral': defineMethod({
    scope: 'chat:write',
    perMinute: 100,
    params: z.object({
      ...target,
      ...contentParams,
      user: z.string().min(1),
      thread_ts: z.string().optional()
    }),
    run(context, params) {
      const channel = refuseArchived(enterChannel(context, params.channel))
      const content = composeContent(params)
      refuseEmpty(content)
      if (!context.world.people.has(params.user)) throw new SlackRefusal('user_not_found')
      if (!channel.members.has(params.user)) throw new SlackRefusal('user_not_in_channel')
      const thread_ts = threadOf(context, channel, params.thread_ts)
      const ts = context.world.nextTs()
      context.world.ephemerals.push({ channel: channel.id, user: params.user, ts, from: 'app', thread_ts, ...content })
      context.world.changed()
      return { message_ts: ts }
    }
  })
}

const params = z.object({ channel: z.string().min(1), timestamp: z.string().min(1), name: z.string().min(1) })

/** The standard names that the app marks messages with, and one more; any other, and one with colons, is refused. */
const EMOJI =
  /^(eyes|incoming_envelope|double_vertical_bar|alarm_clock|timer_clock|white_check_mark|x|warning|no_bell|bell)$/

const changing = (perMinute: number, change: 'addReaction' | 'removeReaction') =>
  defineMethod({
    scope: 'reactions:write',
    perMinute,
    params,
    run(context, { channel: id, timestamp, name }) {
      const channel = refuseArchived(enterChannel(context, id))
      if (!EMOJI.test(name)) throw new SlackRefusal('invalid_name')
      context.board[change](requireMessage(context, channel, timestamp), BOT.userId, name)
      return {}
    }
  })

export const reactionMethods: Record<string, ApiMethod> = {
  'reactions.add': changing(50, 'addReaction'),
  'reactions.remove': changing(20, 'removeReaction')
}
