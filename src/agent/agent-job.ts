import { z } from 'zod'

/**
 * The job record of the agent service, as far as it can be trusted: no field is promised, and one that is missing or of
 * another shape is simply not known (undefined). `null` is an answer: there is no link, the job is not archived.
 */
const known = <T extends z.ZodType>(schema: T) => schema.nullish().catch(undefined)

export const agentJobSchema = z.object({
  status: z.string().min(1).optional().catch(undefined),
  source: known(z.object({ repository: known(z.string()), ref: known(z.string()) })),
  model: known(z.string()),
  prLink: known(z.url({ protocol: /^https?$/ })),
  createdAt: known(z.string()),
  archivedAt: known(z.string())
})

export type AgentJob = z.output<typeof agentJobSchema>

const FINAL = ['completed', 'archived', 'failed'] as const
export type FinalStatus = (typeof FINAL)[number]

export function finalStatus(job: AgentJob): FinalStatus | undefined {
  return FINAL.find(status => status === job.status)
}
