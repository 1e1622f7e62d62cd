import { z } from 'zod'

/** What people can choose for a channel, or for one thread in it: its name, and what the stored text means. */
export type Setting<Value> = { name: string; values: z.ZodType<Value, string> }

/** Which replies in a thread go to the agent. Smart: all, until a second person writes there. */
export const REPLIES = { name: 'replies', values: z.enum(['always', 'mention', 'smart']) } satisfies Setting<string>

/** Which results are also shown in the channel. */
export const RESULTS = { name: 'results', values: z.enum(['news', 'all', 'none']) } satisfies Setting<string>

/** Whether replies in a thread go out at once, or wait until the job is idle. */
export const WHEN = { name: 'when', values: z.enum(['now', 'idle']) } satisfies Setting<string>

export type Replies = z.output<typeof REPLIES.values>
export type Results = z.output<typeof RESULTS.values>

export const scopeSchema = z.enum(['channel', 'thread'])

/** Who chose it, and when. */
export type Choice<Value> = { scope: z.output<typeof scopeSchema>; value: Value; by: string; atMs: number }

/** The one that holds, of those for a thread and its channel. Undefined: nobody chose, so the operator's default holds. */
export const narrowest = <Value>(choices: Choice<Value>[]): Choice<Value> | undefined =>
  choices.find(({ scope }) => scope === 'thread') ?? choices[0]

/** Whether a reply that does not begin with a mention is an instruction. */
export const isForAgent = (replies: Replies, hasOthers: boolean): boolean =>
  replies === 'always' || (replies === 'smart' && !hasOthers)
