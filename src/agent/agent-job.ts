import { z } from 'zod'
import { storableText } from '../database/storable-text.ts'

/** Short enough for PostgreSQL’s indexes, and for ten in one message. */
export const LONGEST_PR_LINK = 500

/** No field is guaranteed: one that is missing or malformed is unknown. `null` is an answer: there is no link, it is not archived. */
const known = <T extends z.ZodType>(schema: T) => schema.nullish().catch(undefined)

export const agentJobSchema = z.object({
  status: storableText.pipe(z.string().min(1)).optional().catch(undefined),
  source: known(z.object({ repository: known(storableText), ref: known(storableText) })),
  prLink: known(storableText.pipe(z.url({ protocol: /^https?$/ }).max(LONGEST_PR_LINK))),
  archivedAt: known(storableText),
  model: known(storableText),
  createdAt: known(storableText)
})

export type AgentJob = z.output<typeof agentJobSchema>

const FINAL = ['completed', 'archived', 'failed'] as const
export type FinalStatus = (typeof FINAL)[number]

export function finalStatus(job: AgentJob): FinalStatus | undefined {
  return FINAL.find(status => status === job.status)
}

export const isAtRest = (job: AgentJob): boolean => finalStatus(job) !== undefined
