import { z } from 'zod'

/** The words that asked for it, as its author wrote them. */
const asSaid = { said: z.string().optional() }
/** Slack did not say in which time zone its author is. */
const inUtc = z.literal(true).optional()

/** What an instruction waits for before it enters its job's line. */
export const waitSchema = z.discriminatedUnion('why', [
  z.object({ why: z.literal('idle'), ...asSaid }),
  z.object({ why: z.literal('time'), untilMs: z.number(), inUtc, ...asSaid }),
  /** Its author may still change or take back what they wrote. */
  z.object({ why: z.literal('undo'), untilMs: z.number() })
])

export type Wait = z.output<typeof waitSchema>

const waiting = {
  state: z.literal('waiting'),
  sinceMs: z.number(),
  /** How often it could not go out in a row, for this reason. */
  tries: z.number().optional()
}

export const holdReasonSchema = z.enum(['budget', 'busy', 'unreachable', 'not told'])

/** Why it has not been sent yet: its author wants it to wait, others go first, or it cannot be sent. */
export const waitingSchema = z.discriminatedUnion('why', [
  z.object({ ...waiting, why: z.literal('turn') }),
  z.object({ ...waiting, why: z.literal('idle') }),
  z.object({ ...waiting, why: z.enum(['time', 'undo']), untilMs: z.number(), inUtc }),
  z.object({ ...waiting, why: holdReasonSchema, untilMs: z.number(), tries: z.number() })
])

export type Waiting = z.output<typeof waitingSchema>
/** Until its author lets it go. */
export type Deferral = Extract<Waiting, { why: Wait['why'] }>
/** It was its turn, and it could not be sent. */
export type Held = Extract<Waiting, { tries: number }>

/** Something is away for nobody knows how long. */
export const isOutage = (why: Waiting['why']) => why === 'unreachable' || why === 'not told'

/** As it begins: it is sent when its turn comes, unless its author wants it to wait. */
export const toWaiting = (wait: Wait | undefined, sinceMs: number): Waiting =>
  waitingSchema.parse({ why: 'turn', ...wait, state: 'waiting', sinceMs })

/** Until when. Undefined: until its job is idle. */
export const waitsUntilMs = (wait: Wait): number | undefined => (wait.why === 'idle' ? undefined : wait.untilMs)

/** Nothing waits for longer. */
export const LONGEST_WAIT_MS = 7 * 24 * 3_600_000
