import { z } from 'zod'
import { buttonSchema, inputSchemas, menuSchemas } from './element-schemas.ts'
import { LIMITS } from './limits.ts'
import { richTextPartSchema } from './rich-text-schema.ts'
import { tableSchema } from './table-schema.ts'
import { anyText, idSchema, mrkdwn, plainText } from './text-objects.ts'

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
