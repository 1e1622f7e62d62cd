import { z } from 'zod'
import { LIMITS } from './limits.ts'

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

export const optionSchema = z.strictObject({
  text: anyText(LIMITS.optionText),
  value: limitedString(LIMITS.optionValue),
  description: anyText(LIMITS.optionText).optional()
})
