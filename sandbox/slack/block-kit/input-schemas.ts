import { z } from 'zod'
import { LIMITS } from './limits.ts'
import { idSchema, limitedString, plainText } from './text-objects.ts'

const typed = {
  action_id: idSchema.optional(),
  placeholder: plainText(LIMITS.placeholder).optional(),
  focus_on_load: z.boolean().optional(),
  dispatch_action_config: z
    .strictObject({ trigger_actions_on: z.array(z.enum(['on_enter_pressed', 'on_character_entered'])).min(1) })
    .optional()
}

/** The elements that are allowed only in input blocks. */
export const typedInputSchemas = [
  z
    .strictObject({
      type: z.literal('plain_text_input'),
      ...typed,
      initial_value: limitedString(LIMITS.inputText).optional(),
      multiline: z.boolean().optional(),
      min_length: z.number().int().min(0).max(LIMITS.inputText).optional(),
      max_length: z.number().int().min(1).max(LIMITS.inputText).optional()
    })
    .refine(
      input => input.max_length === undefined || (input.initial_value ?? '').length <= input.max_length,
      'initial_value must not be longer than max_length'
    ),
  z.strictObject({ type: z.literal('email_text_input'), ...typed, initial_value: z.string().optional() }),
  z.strictObject({ type: z.literal('url_text_input'), ...typed, initial_value: limitedString(LIMITS.url).optional() }),
  z.strictObject({
    type: z.literal('number_input'),
    ...typed,
    is_decimal_allowed: z.boolean(),
    initial_value: z.string().optional(),
    min_value: z.string().optional(),
    max_value: z.string().optional()
  })
] as const
