import { z } from 'zod'
import { JOB_ID } from '../intent/read.ts'

export type Setting<Value extends string> = { name: string; values: z.ZodType<Value, string> }

export const REPLIES = { name: 'replies', values: z.enum(['always', 'mention']) } satisfies Setting<string>

export const RESULTS = { name: 'results', values: z.enum(['news', 'all', 'none']) } satisfies Setting<string>

/** Whether the messages above a mention in a thread go to the agent with it. */
export const ABOVE = { name: 'above', values: z.enum(['along', 'never']) } satisfies Setting<string>

/** What holds in a channel where nobody chose. */
export const DEFAULTS: { replies: Replies; results: Results; above: TakesAbove } = {
  replies: 'always',
  results: 'news',
  above: 'along'
}

export const UNDO = { name: 'undo', values: z.enum(['5', '10', '20', '30', '60']) } satisfies Setting<string>

/** Somebody wants to hear nothing about a thread: they are not mentioned in it, and not written to about it. */
export const MUTED = { name: 'muted', values: z.enum(['yes', 'no']) } satisfies Setting<string>

export const defaultJobIn = (projectId: string) =>
  ({ name: `job of ${projectId}`, values: z.string().regex(JOB_ID) }) satisfies Setting<string>

/** Stands for no choice, in the form. It is no job's id. */
export const NOT_CHOSEN = '-'

export type Replies = z.output<typeof REPLIES.values>
export type Results = z.output<typeof RESULTS.values>
export type TakesAbove = z.output<typeof ABOVE.values>
export type Undo = z.output<typeof UNDO.values>
