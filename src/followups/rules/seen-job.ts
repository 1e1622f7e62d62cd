import { z } from 'zod'
import { agentJobSchema } from '../../agent/agent-job.ts'

/** Why the job could not be read at the last looks. */
export const troubleSchema = z.object({
  kind: z.enum(['unavailable', 'busy', 'key refused', 'not allowed', 'unknown job', 'other']),
  looks: z.number(),
  atMs: z.number()
})

export const seenJobSchema = z.object({
  record: agentJobSchema.nullable(),
  seenAtMs: z.coerce.number().nullable(),
  // What a later version called it is no reason to leave the job alone: its looks are counted anew.
  trouble: troubleSchema.nullable().catch(null),
  lookNumber: z.number()
})

export type Trouble = z.output<typeof troubleSchema>
export type SeenJob = z.output<typeof seenJobSchema>

/** People are told of trouble only once it has lasted for a few looks. */
export function isLasting(trouble: Trouble | null): boolean {
  return trouble !== null && trouble.looks >= 3
}
