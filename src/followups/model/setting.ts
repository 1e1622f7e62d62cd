import { z } from 'zod'
import { JOB_ID } from '../intent/read.ts'

/** What can be chosen, as it is stored. */
export type Setting<Value extends string> = { name: string; values: z.ZodType<Value, string> }

/** Which replies in a thread go to the agent. */
export const REPLIES = { name: 'replies', values: z.enum(['always', 'mention']) } satisfies Setting<string>

/** Which results are also shown in the channel. */
export const RESULTS = { name: 'results', values: z.enum(['news', 'all', 'none']) } satisfies Setting<string>

/** For how many seconds somebody's replies wait before they go out: until then they can be edited or deleted. */
export const UNDO = { name: 'undo', values: z.enum(['5', '10', '20', '30', '60']) } satisfies Setting<string>

/** Somebody wants to hear nothing about a thread: they are not mentioned in it, and not written to about it. */
export const MUTED = { name: 'muted', values: z.enum(['yes']) } satisfies Setting<string>

/** The job that is meant where nothing else names one. Each project has its own jobs. */
export const defaultJobIn = (projectId: string) =>
  ({ name: `job of ${projectId}`, values: z.string().regex(JOB_ID) }) satisfies Setting<string>

export function settingNamed(name: string): Setting<string> | undefined {
  const all: Setting<string>[] = [REPLIES, RESULTS, UNDO, MUTED, defaultJobIn(name.replace('job of ', ''))]
  return all.find(setting => setting.name === name)
}

/** Stands for no choice, in the form. It is no job's id. */
export const NOT_CHOSEN = '-'

export type Replies = z.output<typeof REPLIES.values>
export type Results = z.output<typeof RESULTS.values>
export type Undo = z.output<typeof UNDO.values>

/** Who chose it, and when. */
export type Choice<Value> = { value: Value; by: string; atMs: number }
