import { z } from 'zod'
import { agentJobSchema } from '../../agent/agent-job.ts'
import { evidenceSchema, runEndSchema } from './evidence.ts'
import { holdReasonSchema, OUTAGES, waitingSchema } from './wait.ts'

export const threadClosedSchema = z.enum(['card deleted', 'channel archived'])

/** Nothing can be shown any more. */
const OUT_OF_REACH = [...threadClosedSchema.options, 'app removed'] as const

export type ThreadClosed = z.output<typeof threadClosedSchema>

export const whoAndWhen = z.object({ by: z.string(), atMs: z.number() })

/** What is known about a send, as long as the bot is looking for its outcome or could look again. */
const sent = {
  delivery: z.enum(['sure', 'maybe']),
  doubt: z.enum(['too slow', 'cut off', 'server error', 'unreadable', 'restart']).optional(),
  sentAtMs: z.number(),
  evidence: evidenceSchema,
  toldAtMs: z.number().optional(),
  /** When people were told that it is not over after a day. */
  dayToldAtMs: z.number().optional(),
  earlier: z.array(z.string()).optional(),
  dismissed: whoAndWhen.optional()
}

export const finishedSchema = z.object({
  state: z.literal('ended'),
  how: z.enum(['completed', 'archived', 'failed']),
  sentAtMs: z.number(),
  atMs: z.number(),
  /** When an earlier look saw it first. */
  endedAtMs: z.number().optional(),
  linkBefore: z.string().optional(),
  job: agentJobSchema,
  /** The message that tells it: the result of the run, in the name of the first of those in its thread. */
  resultId: z.string(),
  earlier: z.array(z.string()).optional(),
  isInto: z.boolean().optional(),
  late: runEndSchema.shape.late,
  /** Until then, a link that appears is added to the message, and more work is another run of it. */
  openUntilMs: z.number().optional(),
  sentAgain: whoAndWhen.optional()
})

export const unwatchedSchema = z.object({
  state: z.literal('ended'),
  how: z.enum(['deadline', 'job gone', 'no sign', 'no work', 'sent again', ...OUT_OF_REACH, 'bug']),
  by: z.string().optional(),
  atMs: z.number(),
  ...sent
})

export type Finished = z.output<typeof finishedSchema>
export type Unwatched = z.output<typeof unwatchedSchema>

export const cancelledSchema = z.object({
  state: z.literal('dropped'),
  reason: z.enum(['cancelled', ...OUT_OF_REACH]),
  by: z.string().optional(),
  /** Whoever cancelled it, its author has taken it back since. */
  takenBack: z.literal(true).optional(),
  atMs: z.number()
})

export const rejectedSchema = z.object({
  state: z.literal('dropped'),
  reason: z.enum([
    'invalid',
    'unknown job',
    'key refused',
    'not allowed',
    'redirect',
    'other',
    ...OUTAGES,
    'no longer allowed',
    'no turn',
    'never idle',
    'no card',
    'bug'
  ]),
  words: z.string().optional(),
  atMs: z.number()
})

export type Cancelled = z.output<typeof cancelledSchema>
export type Rejected = z.output<typeof rejectedSchema>

export const progressSchema = z.discriminatedUnion('state', [
  waitingSchema,
  z.object({
    state: z.literal('sending'),
    /** The task that sends it: if the same task finds it again, the send was cut off midway. */
    taskId: z.string(),
    sinceMs: z.number(),
    before: agentJobSchema,
    evidence: evidenceSchema,
    held: z.object({ why: holdReasonSchema, sinceMs: z.number(), tries: z.number() }).optional()
  }),
  z.object({ state: z.literal('watching'), ...sent }),
  z.discriminatedUnion('how', [finishedSchema, unwatchedSchema]),
  z.discriminatedUnion('reason', [cancelledSchema, rejectedSchema])
])

export type Progress = z.output<typeof progressSchema>
export type State = Progress['state']
export type ProgressOf<S extends State> = Extract<Progress, { state: S }>

export const isCancelled = (progress: Progress): progress is Cancelled => cancelledSchema.safeParse(progress).success
export const isRejected = (progress: Progress): progress is Rejected => rejectedSchema.safeParse(progress).success
