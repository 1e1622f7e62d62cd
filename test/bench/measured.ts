import { z } from 'zod'

/** What was measured of one contestant: one value for each round. */
const seriesSchema = z.object({
  who: z.string(),
  what: z.string(),
  unit: z.string(),
  values: z.array(z.number()).min(1)
})
export type Series = z.infer<typeof seriesSchema>

/** How much the load and the stand-ins took of one core themselves, while a contestant was measured. */
const harnessSchema = z.object({ who: z.string(), cores: z.number() })

const measuredSchema = z.object({
  ranAt: z.string(),
  isShort: z.boolean(),
  note: z.string().optional(),
  tookSeconds: z.number(),
  /** How many cores others used meanwhile: more than a little, and absolute figures say nothing. */
  othersCores: z.number(),
  series: z.array(seriesSchema),
  harness: z.array(harnessSchema)
})
export type Measured = z.infer<typeof measuredSchema>

const runSchema = z.object({
  machine: z.object({
    cores: z.number(),
    cpu: z.string(),
    memoryGb: z.number(),
    node: z.string(),
    postgres: z.string()
  }),
  figures: z.record(z.string(), measuredSchema)
})
export type Run = z.infer<typeof runSchema>

export const reportSchema = z.object({ before: runSchema.optional(), now: runSchema.optional() })
export type Report = z.infer<typeof reportSchema>

export function spread(values: number[]): { min: number; median: number; max: number } {
  return { min: Math.min(...values), median: percentile(values, 50), max: Math.max(...values) }
}

/** The smallest value that `share` per cent of all are not above. */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.max(Math.ceil((sorted.length * share) / 100) - 1, 0)] ?? Number.NaN
}

export const round = (value: number): number => Number(value.toPrecision(4))
