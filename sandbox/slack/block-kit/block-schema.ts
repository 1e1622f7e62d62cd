import { z } from 'zod'
import {
  buttonSchema,
  choiceSchemas,
  datetimepickerSchema,
  imageElementSchema,
  multiSelectSchemas,
  overflowSchema,
  pickerSchemas,
  selectSchemas
} from './element-schemas.ts'
import { typedInputSchemas } from './input-schemas.ts'
import { LIMITS } from './limits.ts'
import { richTextPartSchema } from './rich-text-schema.ts'
import { tableSchema } from './table-schema.ts'
import { anyText, idSchema, limitedString, mrkdwn, plainText } from './text-objects.ts'

const blockId = { block_id: idSchema.optional() }
const selects = [...selectSchemas, ...multiSelectSchemas] as const

const accessorySchema = z.discriminatedUnion('type', [
  buttonSchema,
  overflowSchema,
  imageElementSchema,
  ...selects,
  ...choiceSchemas,
  ...pickerSchemas
])

const actionSchema = z.discriminatedUnion('type', [
  buttonSchema,
  overflowSchema,
  datetimepickerSchema,
  ...selects,
  ...choiceSchemas,
  ...pickerSchemas
])

const inputElementSchema = z.discriminatedUnion('type', [
  datetimepickerSchema,
  ...typedInputSchemas,
  ...selects,
  ...choiceSchemas,
  ...pickerSchemas
])

const sectionSchema = z
  .strictObject({
    type: z.literal('section'),
    ...blockId,
    text: anyText(LIMITS.sectionText).optional(),
    fields: z
      .array(anyText(LIMITS.sectionField))
      .min(1, 'must provide at least 1 item')
      .max(LIMITS.sectionFields, `no more than ${LIMITS.sectionFields} items allowed`)
      .optional(),
    accessory: accessorySchema.optional(),
    expand: z.boolean().optional()
  })
  .refine(
    section => section.text !== undefined || section.fields !== undefined,
    'must define either `text` or `fields`'
  )

const imageBlockSchema = z
  .strictObject({
    type: z.literal('image'),
    ...blockId,
    image_url: limitedString(LIMITS.url).optional(),
    slack_file: z.record(z.string(), z.unknown()).optional(),
    alt_text: limitedString(LIMITS.imageText),
    title: plainText(LIMITS.imageText).optional()
  })
  .refine(
    image => (image.image_url === undefined) !== (image.slack_file === undefined),
    'must define either `image_url` or `slack_file`'
  )

export const blockSchema = z.discriminatedUnion('type', [
  sectionSchema,
  imageBlockSchema,
  z.strictObject({ type: z.literal('divider'), ...blockId }),
  z.strictObject({ type: z.literal('header'), ...blockId, text: plainText(LIMITS.headerText) }),
  z.strictObject({ type: z.literal('markdown'), ...blockId, text: limitedString(LIMITS.markdownText, 1) }),
  z.strictObject({ type: z.literal('rich_text'), ...blockId, elements: z.array(richTextPartSchema) }),
  tableSchema,
  z.strictObject({
    type: z.literal('context'),
    ...blockId,
    elements: z
      .array(
        z.discriminatedUnion('type', [imageElementSchema, plainText(LIMITS.sectionText), mrkdwn(LIMITS.sectionText)])
      )
      .min(1, 'must provide at least 1 item')
      .max(LIMITS.contextElements, `no more than ${LIMITS.contextElements} items allowed`)
  }),
  z.strictObject({
    type: z.literal('actions'),
    ...blockId,
    elements: z
      .array(actionSchema)
      .min(1, 'must provide at least 1 item')
      .max(LIMITS.actionsElements, `no more than ${LIMITS.actionsElements} items allowed`)
  }),
  z.strictObject({
    type: z.literal('input'),
    ...blockId,
    label: plainText(LIMITS.inputLabel),
    hint: plainText(LIMITS.inputLabel).optional(),
    optional: z.boolean().optional(),
    dispatch_action: z.boolean().optional(),
    element: inputElementSchema
  })
])
