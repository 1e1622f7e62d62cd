import { z } from 'zod'

/** Why nothing can be shown in a thread any more. */
export const threadClosedSchema = z.enum(['card deleted', 'channel archived'])

export type ThreadClosed = z.output<typeof threadClosedSchema>

export const threadSchema = z.object({
  teamId: z.string(),
  channelId: z.string(),
  threadTs: z.string(),
  projectId: z.string(),
  jobId: z.string(),
  closedBecause: threadClosedSchema.nullable()
})

export type Thread = z.output<typeof threadSchema>
