import { z } from 'zod'

const asSaid = { said: z.string().optional() }

export const waitSchema = z.discriminatedUnion('why', [
  z.object({ why: z.literal('idle'), ...asSaid }),
  z.object({ why: z.literal('time'), untilMs: z.number(), ...asSaid }),
  z.object({ why: z.literal('undo'), untilMs: z.number() })
])

export type Wait = z.output<typeof waitSchema>

const waiting = {
  state: z.literal('waiting'),
  sinceMs: z.number(),
  tries: z.number().optional()
}

export const holdReasonSchema = z.enum(['budget', 'busy', 'unreachable', 'not told'])

export const waitingSchema = z.discriminatedUnion('why', [
  z.object({ ...waiting, why: z.literal('turn') }),
  z.object({ ...waiting, why: z.literal('idle') }),
  z.object({ ...waiting, why: z.enum(['time', 'undo']), untilMs: z.number() }),
  z.object({ ...waiting, why: holdReasonSchema, untilMs: z.number(), tries: z.number() })
])

export type Waiting = z.output<typeof waitingSchema>
export type Deferral = Extract<Waiting, { why: Wait['why'] }>
export type Held = Extract<Waiting, { tries: number }>

export const isOutage = (why: Waiting['why']) => why === 'unreachable' || why === 'not told'

export const toWaiting = (wait: Wait | undefined, sinceMs: number): Waiting =>
  waitingSchema.parse({ why: 'turn', ...wait, state: 'waiting', sinceMs })

export const waitsUntilMs = (wait: Wait): number | undefined => (wait.why === 'idle' ? undefined : wait.untilMs)

export const LONGEST_WAIT_MS = 7 * 24 * 3_600_000
