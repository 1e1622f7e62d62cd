import { z } from 'zod'

/** What its driver tells a bot process to do; `cross` lets it go on at a crossing. */
export const orderSchema = z.union([
  z.object({ do: z.literal(['run', 'rest']), id: z.number() }),
  z.object({ do: z.literal('setTime'), id: z.number(), ms: z.number() }),
  z.object({ do: z.literal('cross'), number: z.number() })
])
export type Order = z.infer<typeof orderSchema>

export const reportSchema = z.union([
  z.object({ ready: z.literal(true) }),
  z.object({ done: z.number() }),
  z.object({ failed: z.string(), id: z.number() }),
  z.object({ crossing: z.string(), number: z.number() }),
  z.object({ error: z.string(), facts: z.looseObject({}) })
])
export type Report = z.input<typeof reportSchema>
