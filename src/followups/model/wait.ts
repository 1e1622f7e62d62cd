import { z } from 'zod'

const asSaid = { said: z.string().optional() }

export const waitSchema = z.discriminatedUnion('why', [
  z.object({ why: z.literal('idle'), ...asSaid }),
  z.object({ why: z.literal('time'), untilMs: z.number(), ...asSaid }),
  z.object({ why: z.literal('undo'), untilMs: z.number() })
])

export type Wait = z.output<typeof waitSchema>

const waiting = { state: z.literal('waiting'), sinceMs: z.number() }

/** The agent service, or Slack, is away. After an hour of it, nothing is sent any more. */
export const OUTAGES = ['unreachable', 'not told'] as const

export const holdReasonSchema = z.enum(['budget', 'busy', ...OUTAGES])

export const waitingSchema = z.discriminatedUnion('why', [
  z.object({ ...waiting, why: z.literal('turn') }),
  z.object({ ...waiting, why: z.literal('idle') }),
  z.object({ ...waiting, why: z.enum(['time', 'undo']), untilMs: z.number() }),
  z.object({ ...waiting, why: holdReasonSchema, untilMs: z.number(), tries: z.number() })
])

export type Waiting = z.output<typeof waitingSchema>
export type Deferral = Extract<Waiting, { why: Wait['why'] }>
export type Held = Extract<Waiting, { tries: number }>

export const isOutage = (why: Waiting['why']): why is (typeof OUTAGES)[number] => OUTAGES.some(outage => outage === why)

export const toWaiting = (wait: Wait | undefined, sinceMs: number): Waiting =>
  waitingSchema.parse({ why: 'turn', ...wait, state: 'waiting', sinceMs })

export const waitsUntilMs = (wait: Wait): number | undefined => (wait.why === 'idle' ? undefined : wait.untilMs)

export const LONGEST_WAIT_MS = 7 * 24 * 3_600_000
