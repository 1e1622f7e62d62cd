import { z } from 'zod'
import { LIMITS } from './limits.ts'
import { richTextPartSchema } from './rich-text-schema.ts'
import { idSchema, limitedString } from './text-objects.ts'

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

export const tableSchema = z.strictObject({
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
