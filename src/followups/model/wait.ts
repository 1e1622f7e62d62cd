import { z } from 'zod'

/** The words that asked for it, as its author wrote them. */
const asSaid = { said: z.string().optional() }

/** What an instruction waits for before it enters its job's line. */
export const waitSchema = z.discriminatedUnion('what', [
  z.object({ what: z.literal('idle'), ...asSaid }),
  z.object({
    what: z.literal('time'),
    atMs: z.number(),
    /** Slack did not say in which time zone its author is. */
    inUtc: z.literal(true).optional(),
    ...asSaid
  }),
  /** Its author may still change or take back what they wrote. */
  z.object({ what: z.literal('undo'), atMs: z.number() })
])

export type Wait = z.output<typeof waitSchema>

/** Until when. Undefined: until its job is idle. */
export const waitsUntilMs = (wait: Wait): number | undefined => (wait.what === 'idle' ? undefined : wait.atMs)

/** Nothing waits for longer. */
export const LONGEST_WAIT_MS = 7 * 24 * 3_600_000

/** How many wait, and for what. A time to undo is over too soon to count. */
export const waitCountSchema = z.object({ idle: z.number(), timed: z.number() })
export type WaitCount = z.output<typeof waitCountSchema>
