import { z } from 'zod'
import { type JobTimeline, momentAt, type Work } from './job-timeline.ts'

const ms = z.number().nonnegative()

/** What happens after a message. */
const jobLifeSchema = z.strictObject({
  /** The work begins this long after the message, or after the work it waits for. */
  startsLateMs: ms.optional(),
  worksMs: ms.optional(),
  /** The status it ends with; 'never' works until someone ends it by hand. */
  ends: z.string().min(1).optional(),
  /** true: a new link · 'same': the earlier link · false: nothing changed · otherwise the link itself. */
  pullRequest: z.union([z.boolean(), z.string()]).optional(),
  /** The link appears this long after the end. */
  linkLateMs: ms.optional(),
  /** The record keeps showing what it showed before the message for this long. */
  staleMs: ms.optional(),
  /** Shows the earlier link while working, and afterwards when nothing changed. */
  keepsOldLink: z.boolean().optional(),
  /** A message to a working job restarts the work, is worked on after it, or is done together with it. */
  whileActive: z.enum(['restart', 'queue', 'merge']).optional(),
  omitStatus: z.union([z.boolean(), z.enum(['send', 'read'])]).optional()
})
export type JobLife = z.infer<typeof jobLifeSchema>

const agentJobFields = ['id', 'status', 'source', 'model', 'prLink', 'createdAt', 'archivedAt'] as const

/** The record as the API document has it; any field can be left out. */
export type AgentJob = Partial<{
  id: string
  status: string
  source: { repository?: string | null; ref?: string | null } | null
  model: string | undefined
  prLink: string | null
  createdAt: string | undefined
  archivedAt: string | null
}>

const describing = {
  repository: z.string().nullable().optional(),
  ref: z.string().nullable().optional(),
  model: z.string().optional(),
  life: jobLifeSchema.optional(),
  /** Fields every answer leaves out. */
  omit: z.array(z.enum(agentJobFields)).optional()
}
const showing = {
  status: z.string().optional(),
  prLink: z.string().nullable().optional(),
  archivedAt: z.string().nullable().optional()
}

export const newJobSchema = z.strictObject({
  id: z.string().min(1),
  createdAt: z.string().optional(),
  ...describing,
  ...showing
})
export type NewJob = z.infer<typeof newJobSchema>

export const jobPatchSchema = z.strictObject({ ...describing, ...showing })
export type JobPatch = z.infer<typeof jobPatchSchema>

export type StandInJob = Required<Pick<NewJob, 'id' | 'repository' | 'ref' | 'life' | 'omit'>> & {
  createdAt: string | undefined
  model: string | undefined
  timeline: JobTimeline
  work: Work[]
}

export function toStandInJob(input: NewJob, now: number): StandInJob {
  const at = new Date(now).toISOString()
  const status = input.status ?? 'completed'
  const archivedAt = input.archivedAt ?? (status === 'archived' ? at : null)
  return {
    id: input.id,
    createdAt: input.createdAt,
    repository: input.repository === undefined ? 'https://github.com/example/shop' : input.repository,
    ref: input.ref === undefined ? 'main' : input.ref,
    model: input.model,
    life: input.life ?? { ends: 'never' },
    omit: input.omit ?? [],
    timeline: { first: { fromMs: now, status, prLink: input.prLink ?? null, archivedAt }, later: [] },
    work: []
  }
}

export function toAgentJob(job: StandInJob, now: number, asked: 'send' | 'read'): AgentJob {
  const { status, prLink, archivedAt } = momentAt(job.timeline, now)
  const record: AgentJob = {
    id: job.id,
    status,
    source: { repository: job.repository, ref: job.ref },
    model: job.model,
    prLink,
    createdAt: job.createdAt,
    archivedAt
  }
  for (const field of job.omit) delete record[field]
  if (job.life.omitStatus === true || job.life.omitStatus === asked) delete record.status
  return record
}
