import { z } from 'zod'
import { createFaultList, timesSchema } from '../shared/fault-list.ts'

const shared = {
  times: timesSchema.optional(),
  /** Real milliseconds before the answer. */
  delayMs: z.number().nonnegative().optional()
}

const answerFaultSchema = z.strictObject({
  ...shared,
  error: z.string().optional(),
  status: z.int().min(200).max(599).optional(),
  retryAfterS: z.number().nonnegative().optional()
})

const kindFaultSchema = z.strictObject({
  ...shared,
  /** HTML is what something between Slack and the bot might send. */
  kind: z.enum(['html 200', 'html 503', 'hang', 'reset before read', 'reset after processing'])
})

/** How one call to a method goes wrong. */
export const faultSchema = z.union([kindFaultSchema, answerFaultSchema])
export type Fault = z.infer<typeof faultSchema>

export type SlackFaults = ReturnType<typeof createSlackFaults>

/** Faults for the calls of one method; `*` is for every method. */
export function createSlackFaults() {
  const faults = createFaultList<string, Fault>()
  return {
    ...faults,
    add: (method: string, fault: Fault): string => faults.add(method, faultSchema.parse(fault)),
    take: (method: string): Fault | undefined => faults.take(({ target }) => target === method || target === '*')
  }
}
