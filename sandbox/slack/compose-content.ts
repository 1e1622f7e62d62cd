import { z } from 'zod'
import { fromJson } from '../shared/from-json.ts'
import { checkBlocks, textLength } from './block-kit/check-blocks.ts'
import { LIMITS } from './block-kit/limits.ts'
import { SlackRefusal } from './slack-refusal.ts'
import type { Block, Metadata } from './slack-types.ts'

export type Content = { text: string; blocks?: Block[] }

export const contentParams = { text: z.string().optional(), blocks: z.unknown().optional() }
export type RawContent = z.infer<z.ZodObject<typeof contentParams>>

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
