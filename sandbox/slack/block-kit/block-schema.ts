import { z } from 'zod'
import {
  anyText,
  buttonSchema,
  idSchema,
  inputSchemas,
  LIMITS,
  limitedString,
  listOf,
  menuSchemas,
  plainText,
  textLength
} from './element-schemas.ts'

// As above, only what the app shows.

const style = { style: z.strictObject({ bold: z.boolean().optional(), code: z.boolean().optional() }).optional() }

const inlines = z.array(
  z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('text'), text: z.string().min(1, 'must be more than 0 characters'), ...style }),
    z.strictObject({ type: z.literal('link'), url: limitedString(LIMITS.url, 1), text: z.string().optional() }),
    z.strictObject({ type: z.literal('user'), user_id: z.string() }),
    z.strictObject({ type: z.literal('channel'), channel_id: z.string() }),
    z.strictObject({ type: z.literal('emoji'), name: z.string() }),
    z.strictObject({
      type: z.literal('date'),
      timestamp: z.number().int(),
      format: z.string(),
      fallback: z.string().optional()
    })
  ])
)

const richTextPartSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('rich_text_section'), elements: inlines }),
  z.strictObject({
    type: z.literal('rich_text_preformatted'),
    elements: inlines,
    border: z.number().int().min(0).max(1).optional()
  }),
  z.strictObject({ type: z.literal('rich_text_quote'), elements: inlines })
])

const cellSchema = z.strictObject({
  type: z.literal('rich_text'),
  elements: z.array(richTextPartSchema).min(1, 'must provide at least 1 item')
})

const tableSchema = z.strictObject({
  type: z.literal('table'),
  block_id: idSchema.optional(),
  column_settings: listOf(z.strictObject({ is_wrapped: z.boolean() }), LIMITS.tableColumns).optional(),
  rows: listOf(listOf(cellSchema, LIMITS.tableColumns), LIMITS.tableRows)
    .refine(rows => new Set(rows.map(row => row.length)).size < 2, 'all rows must have the same number of cells')
    .refine(rows => textLength(rows) <= LIMITS.tableText, `must be less than ${LIMITS.tableText + 1} characters`)
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
  z.strictObject({ type: z.literal('rich_text'), ...blockId, elements: z.array(richTextPartSchema) }),
  tableSchema,
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
