import { z } from 'zod'
import { fromJson } from '../shared/read-text.ts'
import { flag } from './api-method.ts'
import { checkBlocks } from './block-kit/check-blocks.ts'
import { LIMITS, textLength } from './block-kit/element-schemas.ts'
import type { MessageBoard } from './message-board.ts'
import {
  type Block,
  type Channel,
  type Ephemeral,
  type Metadata,
  type SlackMessage,
  SlackRefusal
} from './slack-types.ts'
import { BOT, newId, type SlackWorld, TEAM } from './slack-world.ts'

type Content = { text: string; blocks?: Block[] }

export const contentParams = { text: z.string().optional(), blocks: z.unknown().optional() }
type RawContent = z.infer<z.ZodObject<typeof contentParams>>

const metadataSchema = z.object({ event_type: z.string().min(1), event_payload: z.record(z.string(), z.unknown()) })
const listSchema = z.array(z.unknown())

/** What a message says, after every check Slack makes of it. */
export function composeContent(raw: RawContent): Content {
  const blocks = raw.blocks === undefined ? undefined : composeBlocks(raw.blocks)
  return { text: (raw.text ?? '').slice(0, LIMITS.text), ...(blocks && { blocks }) }
}

export function refuseEmpty({ text, blocks }: Content): void {
  if (text.trim() === '' && !blocks?.length) throw new SlackRefusal('no_text')
}

function composeBlocks(raw: unknown): Block[] {
  const list = listSchema.safeParse(fromNested(raw))
  if (!list.success) throw new SlackRefusal('invalid_blocks_format')
  const checked = checkBlocks(list.data, 'message')
  if (!checked.ok) throw SlackRefusal.withMessages('invalid_blocks', checked.problems)
  if (textLength(checked.blocks) > LIMITS.allBlockText) throw new SlackRefusal('msg_blocks_too_long')
  return checked.blocks
}

export function composeMetadata(raw: unknown): Metadata | undefined {
  if (raw === undefined || raw === '') return undefined
  const metadata = metadataSchema.safeParse(fromNested(raw))
  if (!metadata.success) throw new SlackRefusal('invalid_metadata_format')
  if (JSON.stringify(metadata.data).length > LIMITS.metadataBytes) throw new SlackRefusal('metadata_too_large')
  return metadata.data
}

/** Nested values come as JSON text in forms and as they are in JSON bodies. */
export function fromNested(raw: unknown): unknown {
  return typeof raw === 'string' ? fromJson(raw) : raw
}

const MOST_USES = 5
const LIVES_MS = 30 * 60_000

/** Where an answer goes: who acted, in which channel, and on which message if there was one. */
type ResponseTarget = { channel: Channel; user: string; source?: Source }
type Source = { ts: string; ephemeral: boolean }
type Shown = { ephemeral?: Ephemeral; message?: SlackMessage }

const answerSchema = z.object({
  ...contentParams,
  response_type: z.enum(['ephemeral', 'in_channel']).default('ephemeral'),
  replace_original: flag.default(false),
  thread_ts: z.string().optional()
})

export type ResponseUrls = ReturnType<typeof createResponseUrls>

export function createResponseUrls(world: SlackWorld, board: MessageBoard, baseUrl: string) {
  const issued = new Map<string, { target: ResponseTarget; atMs: number; uses: number }>()

  /** Shows what the app answers to a person, in an acknowledgement or through a response_url. */
  function show(target: ResponseTarget, raw: unknown): Shown {
    const parsed = answerSchema.safeParse(typeof raw === 'string' ? { text: raw } : raw)
    if (!parsed.success) throw new SlackRefusal('invalid_payload')
    const answer = parsed.data
    const content = composeContent(answer)
    refuseEmpty(content)
    if (answer.replace_original && target.source) return replaceOriginal(target.channel, target.source, content)
    const thread_ts = answer.thread_ts
    if (answer.response_type === 'in_channel') {
      const author = { user: BOT.userId, bot_id: BOT.botId, app_id: BOT.appId, team: TEAM.id }
      return { message: board.post(target.channel, { ...author, ...content, thread_ts }).message }
    }
    const place = { channel: target.channel.id, user: target.user, ts: world.nextTs(), thread_ts }
    const ephemeral: Ephemeral = { ...place, ...content, from: 'app' }
    world.ephemerals.push(ephemeral)
    world.changed()
    return { ephemeral }
  }

  function replaceOriginal(channel: Channel, { ts, ephemeral: isEphemeral }: Source, content: Content): Shown {
    const whole = { blocks: undefined, ...content }
    const message = isEphemeral ? undefined : world.findMessage(channel.id, ts)
    const ephemeral = isEphemeral
      ? world.ephemerals.find(shown => shown.channel === channel.id && shown.ts === ts)
      : undefined
    if (message) board.change(channel, message, kept => Object.assign(kept, whole))
    if (ephemeral) Object.assign(ephemeral, whole)
    world.changed()
    return { message, ephemeral }
  }

  return {
    show,
    issue(target: ResponseTarget): string {
      const id = newId('', 24)
      issued.set(id, { target, atMs: world.clock.now(), uses: 0 })
      return `${baseUrl}response/${TEAM.id}/${id}`
    },
    answer(id: string, raw: unknown): void {
      const url = issued.get(id)
      if (!url || world.clock.now() - url.atMs > LIVES_MS) throw new SlackRefusal('expired_url')
      if (url.uses >= MOST_USES) throw new SlackRefusal('used_url')
      show(url.target, raw)
      url.uses += 1
    }
  }
}
