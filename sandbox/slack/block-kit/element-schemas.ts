import { z } from 'zod'
import { LIMITS } from './limits.ts'
import { idSchema, limitedString, optionSchema, plainText } from './text-objects.ts'

// Only what the app shows: anything else is refused as a type that does not exist.

const actionId = { action_id: idSchema.optional() }
const focus = { focus_on_load: z.boolean().optional() }
const placeholder = { placeholder: plainText(LIMITS.placeholder).optional() }
const common = { ...actionId, ...focus, ...placeholder }

function withOptions(max: number) {
  return z.array(optionSchema).min(1, 'must provide at least 1 item').max(max, `no more than ${max} items allowed`)
}

type Choices = { options: unknown[]; initial_option?: unknown; initial_options?: unknown[] }

function startsWithin({ options, initial_option, initial_options }: Choices): boolean {
  const initial = initial_options ?? (initial_option === undefined ? [] : [initial_option])
  return initial.every(start => options.some(option => JSON.stringify(option) === JSON.stringify(start)))
}
const START = 'initial options must exactly match one of the options'

export const buttonSchema = z.strictObject({
  type: z.literal('button'),
  text: plainText(LIMITS.buttonText),
  ...actionId,
  url: limitedString(LIMITS.url).optional(),
  value: limitedString(LIMITS.buttonValue).optional(),
  style: z.enum(['primary', 'danger'], 'must be one of: primary, danger').optional()
})

/** It has to say something. */
const conversationFilter = z
  .strictObject({
    include: z
      .array(z.enum(['im', 'mpim', 'private', 'public']))
      .min(1, 'must provide at least 1 item')
      .optional(),
    exclude_external_shared_channels: z.boolean().optional(),
    exclude_bot_users: z.boolean().optional()
  })
  .refine(filter => Object.keys(filter).length > 0, 'must define at least one property')

export const menuSchemas = [
  z
    .strictObject({
      type: z.literal('static_select'),
      ...common,
      options: withOptions(LIMITS.selectOptions),
      initial_option: optionSchema.optional()
    })
    .refine(startsWithin, START),
  z.strictObject({
    type: z.literal('external_select'),
    ...common,
    initial_option: optionSchema.optional(),
    min_query_length: z.number().int().min(0).optional()
  }),
  z.strictObject({
    type: z.literal('conversations_select'),
    ...common,
    initial_conversation: z.string().optional(),
    default_to_current_conversation: z.boolean().optional(),
    filter: conversationFilter.optional()
  })
] as const

const chosen = { ...actionId, ...focus, options: withOptions(LIMITS.choiceOptions) }

export const inputSchemas = [
  ...menuSchemas,
  z
    .strictObject({ type: z.literal('radio_buttons'), ...chosen, initial_option: optionSchema.optional() })
    .refine(startsWithin, START),
  z
    .strictObject({
      type: z.literal('checkboxes'),
      ...chosen,
      initial_options: z.array(optionSchema).min(1).optional()
    })
    .refine(startsWithin, START),
  z.strictObject({
    type: z.literal('datetimepicker'),
    ...actionId,
    ...focus,
    initial_date_time: z.number().int().optional()
  }),
  z
    .strictObject({
      type: z.literal('plain_text_input'),
      ...common,
      initial_value: limitedString(LIMITS.inputText).optional(),
      multiline: z.boolean().optional(),
      min_length: z.number().int().min(0).max(LIMITS.inputText).optional(),
      max_length: z.number().int().min(1).max(LIMITS.inputText).optional()
    })
    .refine(
      input => input.max_length === undefined || (input.initial_value ?? '').length <= input.max_length,
      'initial_value must not be longer than max_length'
    )
] as const
