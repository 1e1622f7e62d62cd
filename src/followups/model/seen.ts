import { z } from 'zod'
import type { ReadResult } from '../../agent/agent-client.ts'
import { agentJobSchema } from '../../agent/agent-job.ts'
import type { Followup } from './followup.ts'

export type Reader = { userId: string; channelId: string }

const troubleSchema = z.object({
  kind: z.enum(['unavailable', 'busy', 'key refused', 'not allowed', 'unknown job', 'other']),
  looks: z.number()
})

export const seenJobSchema = z.object({
  record: agentJobSchema.nullable(),
  seenAtMs: z.coerce.number().nullable(),
  // A kind of trouble that only a later version knows must not end the looks at the job: they are counted from scratch.
  trouble: troubleSchema.nullable().catch(null),
  lookNumber: z.number(),
  /** How long work usually takes in the repository that the record names. Only read of a job that is shown. */
  usual: z.object({ fromMs: z.number(), toMs: z.number() }).nullish()
})

export type Trouble = z.output<typeof troubleSchema>
export type SeenJob = z.output<typeof seenJobSchema>

export type Unread = Exclude<ReadResult, { kind: 'job' }>

export function troubleKind(read: Unread): Trouble['kind'] {
  if (read.kind === 'busy') return 'busy'
  if (read.kind !== 'refused') return 'unavailable'
  const { reason } = read
  return reason === 'unknown job' || reason === 'key refused' || reason === 'not allowed' ? reason : 'other'
}

export function isLasting(trouble: Trouble | null): boolean {
  return trouble !== null && trouble.looks >= 3
}

export type SeenFollowup = { followup: Followup; job: SeenJob }

const FIRST_AFTER_MS = 5 * 60_000

/** How often a card has said that the work was seen again: 5, 10, 20, 40 … minutes after the send. Each look would be too many edits. */
export function timesSeenAgain(sentAtMs: number, seenAtMs: number | null): number {
  const elapsed = ((seenAtMs ?? 0) - sentAtMs) / FIRST_AFTER_MS
  return elapsed < 1 ? 0 : 1 + Math.floor(Math.log2(elapsed))
}
