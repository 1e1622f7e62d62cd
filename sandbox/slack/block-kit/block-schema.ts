import { z } from 'zod'
import {
  anyText,
  buttonSchema,
  idSchema,
  inputSchemas,
  LIMITS,
  limitedString,
  menuSchemas,
  mrkdwn,
  plainText
} from './element-schemas.ts'

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

const richTextPartSchema = z.discriminatedUnion('type', [
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

const cellSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('raw_text'), text: limitedString(LIMITS.tableText, 1) }),
  z.strictObject({
    type: z.literal('rich_text'),
    block_id: idSchema.optional(),
    elements: z.array(richTextPartSchema).min(1, 'must provide at least 1 item')
  })
])

const columnSchema = z.strictObject({
  align: z.enum(['left', 'center', 'right']).optional(),
  is_wrapped: z.boolean().optional()
})

/** All that is written in the cells together. */
function lengthOf(rows: unknown): number {
  let length = 0
  JSON.stringify(rows, (key, value) => {
    if (key === 'text' && typeof value === 'string') length += value.length
    return value
  })
  return length
}

const tableSchema = z.strictObject({
  type: z.literal('table'),
  block_id: idSchema.optional(),
  column_settings: z
    .array(columnSchema)
    .max(LIMITS.tableColumns, `no more than ${LIMITS.tableColumns} items allowed`)
    .optional(),
  rows: z
    .array(
      z
        .array(cellSchema)
        .min(1, 'must provide at least 1 item')
        .max(LIMITS.tableColumns, `no more than ${LIMITS.tableColumns} items allowed`)
    )
    .min(1, 'must provide at least 1 item')
    .max(LIMITS.tableRows, `no more than ${LIMITS.tableRows} items allowed`)
    .refine(rows => new Set(rows.map(row => row.length)).size < 2, 'all rows must have the same number of cells')
    .refine(rows => lengthOf(rows) <= LIMITS.tableText, `must be less than ${LIMITS.tableText + 1} characters`)
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
    elements: z
      .array(z.discriminatedUnion('type', [plainText(LIMITS.sectionText), mrkdwn(LIMITS.sectionText)]))
      .min(1, 'must provide at least 1 item')
      .max(LIMITS.contextElements, `no more than ${LIMITS.contextElements} items allowed`)
  }),
  z.strictObject({
    type: z.literal('actions'),
    ...blockId,
    elements: z
      .array(z.discriminatedUnion('type', [buttonSchema, ...menuSchemas]))
      .min(1, 'must provide at least 1 item')
      .max(LIMITS.actionsElements, `no more than ${LIMITS.actionsElements} items allowed`)
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
