import { z } from 'zod'

const ms = z.number().nonnegative()

/** What happens after a message. */
export const jobLifeSchema = z.strictObject({
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
