import { z } from 'zod'
import { LIMITS } from './limits.ts'
import { limitedString } from './text-objects.ts'

const style = {
  style: z
    .strictObject({
      bold: z.boolean().optional(),
      italic: z.boolean().optional(),
      strike: z.boolean().optional(),
      code: z.boolean().optional()
    })
    .optional()
}

const inlineSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text: z.string().min(1, 'must be more than 0 characters'), ...style }),
  z.strictObject({
    type: z.literal('link'),
    url: limitedString(LIMITS.url, 1),
    text: z.string().optional(),
    unsafe: z.boolean().optional(),
    ...style
  }),
  z.strictObject({ type: z.literal('user'), user_id: z.string(), ...style }),
  z.strictObject({ type: z.literal('channel'), channel_id: z.string(), ...style }),
  z.strictObject({ type: z.literal('broadcast'), range: z.enum(['here', 'channel', 'everyone']), ...style }),
  z.strictObject({
    type: z.literal('emoji'),
    name: z.string(),
    unicode: z.string().optional(),
    skin_tone: z.number().optional(),
    ...style
  }),
  z.strictObject({
    type: z.literal('date'),
    timestamp: z.number().int(),
    format: z.string(),
    url: z.string().optional(),
    fallback: z.string().optional(),
    ...style
  })
])

const border = { border: z.number().int().min(0).max(1).optional() }
const section = z.strictObject({ type: z.literal('rich_text_section'), elements: z.array(inlineSchema) })

export const richTextPartSchema = z.discriminatedUnion('type', [
  section,
  z.strictObject({
    type: z.literal('rich_text_list'),
    style: z.enum(['bullet', 'ordered']),
    elements: z.array(section),
    indent: z.number().int().min(0).max(8).optional(),
    offset: z.number().int().min(0).optional(),
    ...border
  }),
  z.strictObject({
    type: z.literal('rich_text_preformatted'),
    elements: z.array(inlineSchema),
    language: z.string().optional(),
    ...border
  }),
  z.strictObject({ type: z.literal('rich_text_quote'), elements: z.array(inlineSchema), ...border })
])
