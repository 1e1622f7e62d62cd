import { z } from 'zod'
import {
  anyText,
  buttonSchema,
  idSchema,
  inputSchemas,
  LIMITS,
  listOf,
  menuSchemas,
  plainText
} from './element-schemas.ts'

// As above, only what the app shows.

const quoteSchema = z.strictObject({
  type: z.literal('rich_text_quote'),
  elements: z.array(
    z.discriminatedUnion('type', [
      z.strictObject({ type: z.literal('text'), text: z.string().min(1, 'must be more than 0 characters') }),
      z.strictObject({ type: z.literal('emoji'), name: z.string() })
    ])
  )
})

const blockId = { block_id: idSchema.optional() }

export const blockSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('section'),
    ...blockId,
    text: anyText(LIMITS.sectionText),
    accessory: z.discriminatedUnion('type', [buttonSchema, ...menuSchemas]).optional()
  }),
  z.strictObject({ type: z.literal('divider'), ...blockId }),
  z.strictObject({ type: z.literal('rich_text'), ...blockId, elements: z.array(quoteSchema) }),
  z.strictObject({
    type: z.literal('context'),
    ...blockId,
    elements: listOf(anyText(LIMITS.sectionText), LIMITS.contextElements)
  }),
  z.strictObject({
    type: z.literal('actions'),
    ...blockId,
    elements: listOf(z.discriminatedUnion('type', [buttonSchema, ...menuSchemas]), LIMITS.actionsElements)
  }),
  z.strictObject({
    type: z.literal('input'),
    ...blockId,
    label: plainText(LIMITS.inputLabel),
    hint: plainText(LIMITS.inputLabel).optional(),
    optional: z.boolean().optional(),
    element: z.discriminatedUnion('type', [...inputSchemas])
  })
])
