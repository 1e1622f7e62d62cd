import { z } from 'zod'

/** Slack's documented limits, in characters or in number of things. */
export const LIMITS = {
  text: 40_000,
  updatedText: 4_000,
  allBlockText: 12_000,
  messageBlocks: 50,
  viewBlocks: 100,
  sectionText: 3_000,
  contextElements: 10,
  actionsElements: 25,
  buttonText: 75,
  buttonValue: 2_000,
  url: 3_000,
  id: 255,
  optionText: 75,
  optionValue: 150,
  selectOptions: 100,
  choiceOptions: 10,
  placeholder: 150,
  inputText: 3_000,
  inputLabel: 2_000,
  privateMetadata: 3_000,
  modalTitle: 24,
  metadataBytes: 16_384,
  viewBytes: 250_000
} as const

const tooLong = (max: number) => `must be less than ${max + 1} characters`

export function limitedString(max: number, min = 0) {
  const string = z.string().max(max, tooLong(max))
  return min > 0 ? string.min(min, `must be more than ${min - 1} characters`) : string
}

export const idSchema = limitedString(LIMITS.id, 1)

export function plainText(max: number) {
  return z.strictObject({ type: z.literal('plain_text'), text: limitedString(max, 1), emoji: z.boolean().optional() })
}

export function mrkdwn(max: number) {
  return z.strictObject({ type: z.literal('mrkdwn'), text: limitedString(max, 1), verbatim: z.boolean().optional() })
}

export function anyText(max: number) {
  return z.discriminatedUnion('type', [plainText(max), mrkdwn(max)])
}

/** At least one, and no more than Slack allows. */
export const listOf = <Item extends z.ZodType>(item: Item, max: number) =>
  z.array(item).min(1, 'must provide at least 1 item').max(max, `no more than ${max} items allowed`)

/** All text in there, which Slack limits together. */
export function textLength(value: unknown): number {
  let length = 0
  JSON.stringify(value, (key, part) => {
    if (key === 'text' && typeof part === 'string') length += part.length
    return part
  })
  return length
}

export const optionSchema = z.strictObject({
  text: anyText(LIMITS.optionText),
  value: limitedString(LIMITS.optionValue),
  description: anyText(LIMITS.optionText).optional()
})

// Only what the app shows: anything else is refused as a type that does not exist.

const actionId = { action_id: idSchema.optional() }
const focus = { focus_on_load: z.boolean().optional() }
const placeholder = { placeholder: plainText(LIMITS.placeholder).optional() }
const common = { ...actionId, ...focus, ...placeholder }

const withOptions = (max: number) => listOf(optionSchema, max)

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
    default_to_current_conversation: z.boolean().optional(),
    filter: z.strictObject({ include: listOf(z.enum(['im', 'mpim', 'private', 'public']), 4) }).optional()
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
      max_length: z.number().int().min(1).max(LIMITS.inputText).optional()
    })
    .refine(
      input => input.max_length === undefined || (input.initial_value ?? '').length <= input.max_length,
      'initial_value must not be longer than max_length'
    )
] as const
