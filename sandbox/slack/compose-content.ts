import { z } from 'zod'
import { fromJson } from '../shared/from-json.ts'
import { checkBlocks, textLength } from './block-kit/check-blocks.ts'
import { LIMITS } from './block-kit/limits.ts'
import { SlackRefusal } from './slack-refusal.ts'
import type { Block, Json, Metadata } from './slack-types.ts'

export type Content = { text: string; blocks?: Block[]; attachments?: Json[] }

export const contentParams = {
  text: z.string().optional(),
  markdown_text: z.string().optional(),
  blocks: z.unknown().optional(),
  attachments: z.unknown().optional()
}
export type RawContent = z.infer<z.ZodObject<typeof contentParams>>

const metadataSchema = z.object({ event_type: z.string().min(1), event_payload: z.record(z.string(), z.unknown()) })
const listSchema = z.array(z.unknown())
const attachmentsSchema = z.array(z.looseObject({ blocks: listSchema.optional() })).max(LIMITS.attachments)

/** What a message says, after every check Slack makes of it. */
export function composeContent(raw: RawContent): Content {
  if (raw.markdown_text !== undefined && (raw.text !== undefined || raw.blocks !== undefined)) {
    throw new SlackRefusal('markdown_text_conflict')
  }
  if ((raw.markdown_text ?? '').length > LIMITS.markdownText) throw new SlackRefusal('msg_too_long')
  const blocks = raw.blocks === undefined ? undefined : composeBlocks(raw.blocks)
  const attachments = raw.attachments === undefined ? undefined : composeAttachments(raw.attachments)
  const text = (raw.markdown_text ?? raw.text ?? '').slice(0, LIMITS.text)
  return { text, ...(blocks && { blocks }), ...(attachments && { attachments }) }
}

export function refuseEmpty({ text, blocks, attachments }: Content): void {
  if (text.trim() === '' && !blocks?.length && !attachments?.length) throw new SlackRefusal('no_text')
}

function composeBlocks(raw: unknown): Block[] {
  const list = listSchema.safeParse(fromNested(raw))
  if (!list.success) throw new SlackRefusal('invalid_blocks_format')
  const checked = checkBlocks(list.data, 'message')
  if (!checked.ok) throw SlackRefusal.withMessages('invalid_blocks', checked.problems)
  if (textLength(checked.blocks) > LIMITS.allBlockText) throw new SlackRefusal('msg_blocks_too_long')
  return checked.blocks
}

function composeAttachments(raw: unknown): Json[] {
  const list = attachmentsSchema.safeParse(fromNested(raw))
  if (!list.success) throw new SlackRefusal('invalid_attachments')
  return list.data.map(({ blocks, ...rest }) => (blocks ? { ...rest, blocks: composeBlocks(blocks) } : rest))
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
