import { z } from 'zod'
import { LIMITS } from './limits.ts'
import { confirmSchema, idSchema, limitedString, optionGroupSchema, optionSchema, plainText } from './text-objects.ts'

const actionId = { action_id: idSchema.optional() }
const confirm = { confirm: confirmSchema.optional() }
const focus = { focus_on_load: z.boolean().optional() }
const placeholder = { placeholder: plainText(LIMITS.placeholder).optional() }
const atMost = { max_selected_items: z.number().int().min(1).optional() }
const common = { ...actionId, ...confirm, ...focus, ...placeholder }

function withOptions(max: number) {
  return z.array(optionSchema).min(1, 'must provide at least 1 item').max(max, `no more than ${max} items allowed`)
}

const sameOption = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
type Choices = { options?: unknown[]; option_groups?: { options: unknown[] }[] }
const choicesOf = ({ options, option_groups }: Choices) =>
  options ?? option_groups?.flatMap(group => group.options) ?? []

function startsWithin(element: Choices & { initial_option?: unknown; initial_options?: unknown[] }): boolean {
  const initial = element.initial_options ?? (element.initial_option === undefined ? [] : [element.initial_option])
  return initial.every(option => choicesOf(element).some(choice => sameOption(choice, option)))
}
const eitherOptions = (element: Choices) => (element.options === undefined) !== (element.option_groups === undefined)
const START = 'initial options must exactly match one of the options'
const EITHER = 'must define either `options` or `option_groups`'

const listed = {
  ...common,
  options: withOptions(LIMITS.selectOptions).optional(),
  option_groups: z.array(optionGroupSchema).min(1).max(LIMITS.selectOptions).optional()
}

export const buttonSchema = z.strictObject({
  type: z.literal('button'),
  text: plainText(LIMITS.buttonText),
  ...actionId,
  ...confirm,
  url: limitedString(LIMITS.url).optional(),
  value: limitedString(LIMITS.buttonValue).optional(),
  style: z.enum(['primary', 'danger'], 'must be one of: primary, danger').optional(),
  accessibility_label: limitedString(LIMITS.buttonText).optional()
})

export const overflowSchema = z.strictObject({
  type: z.literal('overflow'),
  ...actionId,
  ...confirm,
  options: withOptions(LIMITS.overflowOptions)
})

const chosen = { ...actionId, ...confirm, ...focus, options: withOptions(LIMITS.choiceOptions) }

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

export const selectSchemas = [
  z
    .strictObject({ type: z.literal('static_select'), ...listed, initial_option: optionSchema.optional() })
    .refine(eitherOptions, EITHER)
    .refine(startsWithin, START),
  z.strictObject({
    type: z.literal('external_select'),
    ...common,
    initial_option: optionSchema.optional(),
    min_query_length: z.number().int().min(0).optional()
  }),
  z.strictObject({ type: z.literal('users_select'), ...common, initial_user: z.string().optional() }),
  z.strictObject({
    type: z.literal('conversations_select'),
    ...common,
    initial_conversation: z.string().optional(),
    default_to_current_conversation: z.boolean().optional(),
    response_url_enabled: z.boolean().optional(),
    filter: conversationFilter.optional()
  }),
  z.strictObject({
    type: z.literal('channels_select'),
    ...common,
    initial_channel: z.string().optional(),
    response_url_enabled: z.boolean().optional()
  })
] as const

export const multiSelectSchemas = [
  z
    .strictObject({
      type: z.literal('multi_static_select'),
      ...listed,
      ...atMost,
      initial_options: z.array(optionSchema).min(1).optional()
    })
    .refine(eitherOptions, EITHER)
    .refine(startsWithin, START),
  z.strictObject({
    type: z.literal('multi_external_select'),
    ...common,
    ...atMost,
    initial_options: z.array(optionSchema).min(1).optional(),
    min_query_length: z.number().int().min(0).optional()
  }),
  z.strictObject({
    type: z.literal('multi_users_select'),
    ...common,
    ...atMost,
    initial_users: z.array(z.string()).optional()
  }),
  z.strictObject({
    type: z.literal('multi_conversations_select'),
    ...common,
    ...atMost,
    initial_conversations: z.array(z.string()).optional(),
    default_to_current_conversation: z.boolean().optional(),
    filter: conversationFilter.optional()
  }),
  z.strictObject({
    type: z.literal('multi_channels_select'),
    ...common,
    ...atMost,
    initial_channels: z.array(z.string()).optional()
  })
] as const

export const choiceSchemas = [
  z
    .strictObject({ type: z.literal('radio_buttons'), ...chosen, initial_option: optionSchema.optional() })
    .refine(startsWithin, START),
  z
    .strictObject({
      type: z.literal('checkboxes'),
      ...chosen,
      initial_options: z.array(optionSchema).min(1).optional()
    })
    .refine(startsWithin, START)
] as const

const dateSchema = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a date of the form YYYY-MM-DD')
const timeSchema = z.string().regex(/^\d{2}:\d{2}$/, 'must be a time of the form HH:mm')

export const pickerSchemas = [
  z.strictObject({ type: z.literal('datepicker'), ...common, initial_date: dateSchema.optional() }),
  z.strictObject({
    type: z.literal('timepicker'),
    ...common,
    initial_time: timeSchema.optional(),
    timezone: z.string().optional()
  })
] as const

export const datetimepickerSchema = z.strictObject({
  type: z.literal('datetimepicker'),
  ...actionId,
  ...confirm,
  ...focus,
  initial_date_time: z.number().int().optional()
})

export const imageElementSchema = z
  .strictObject({
    type: z.literal('image'),
    image_url: limitedString(LIMITS.url).optional(),
    slack_file: z.record(z.string(), z.unknown()).optional(),
    alt_text: limitedString(LIMITS.imageText)
  })
  .refine(
    image => (image.image_url === undefined) !== (image.slack_file === undefined),
    'must define either `image_url` or `slack_file`'
  )
