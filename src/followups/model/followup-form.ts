import { z } from 'zod'
import { waitSchema } from './wait.ts'

/** Who wrote messages of a thread: people of the own workspace, or of other organisations. */
export const whoseSchema = z.enum(['own', 'others'])

export type Whose = z.output<typeof whoseSchema>

/** What goes to the agent, word for word, if somebody says so. */
type Above = { text: string; count: number }

export type ThreadAbove = Partial<Record<Whose, Above>>

export const formWhenSchema = z.enum(['now', 'idle', 'time'])

/** What a form has to remember while it is open: where its card will be. Without a channel, that is chosen in it. */
export const formPlaceSchema = z.object({
  projectId: z.string(),
  channelId: z.string().nullable(),
  responseUrl: z.string().nullable()
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
  instruction: string
  when: z.output<typeof formWhenSchema>
  atMs: number | undefined
  above: string[]
  where: string | undefined
}

export type FormErrors = Partial<Record<'job' | 'instruction' | 'when' | 'at' | 'where', string>>
