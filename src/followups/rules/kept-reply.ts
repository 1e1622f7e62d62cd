import { z } from 'zod'
import type { Followup } from './followup.ts'

/** A reply that was not sent, as a button holds it that sends it after all. What it says is stored, and follows its edits. */
export const keptReplySchema = z.object({ threadTs: z.string(), ts: z.string(), fileCount: z.number() })

/** The same for another job than its thread's. */
export const keptForOtherSchema = keptReplySchema.extend({ jobId: z.string() })

export type KeptReply = z.output<typeof keptReplySchema>
export type KeptForOther = z.output<typeof keptForOtherSchema>

/** Undefined: it has no thread to go to. */
export const keptReplyOf = ({ threadTs, replyTs: ts, fileCount }: Followup): KeptReply | undefined =>
  threadTs === null || ts === null ? undefined : { threadTs, ts, fileCount }
