import { z } from 'zod'
import { askedAboveSchema } from './above.ts'
import { waitSchema } from './wait.ts'

export const formWhenSchema = z.enum(['now', 'idle', 'time'])

/** What a form has to remember while it is open: where its card will be. Without a channel, that is chosen in it. */
export const formPlaceSchema = z.object({
  projectId: z.string(),
  channelId: z.string().nullable(),
  responseUrl: z.string().nullable(),
  /** Messages that can go along. */
  above: askedAboveSchema.optional()
})

export type FormPlace = z.output<typeof formPlaceSchema>

export const formDraftSchema = z.object({
  words: z.string(),
  jobId: z.string().optional(),
  projectId: z.string().optional(),
  wait: waitSchema.optional()
})

export type FormDraft = z.output<typeof formDraftSchema>

export type Filled = {
  jobId: string
  words: string
  when: z.output<typeof formWhenSchema>
  atMs: number | undefined
  takesAbove: boolean
  where: string | undefined
}

export type FormErrors = Partial<Record<'job' | 'words' | 'when' | 'at' | 'where', string>>
