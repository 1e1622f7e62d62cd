import { z } from 'zod'
import { JOB_ID } from './typed-id.ts'

export const scopeSchema = z.enum(['channel', 'thread', 'person'])
type Scope = z.output<typeof scopeSchema>

/**
 * What people can choose, what the stored text means, and for what they choose it: a choice for a scope named earlier goes before
 * those for later ones, and all go before the operator's default.
 */
export type Setting<Value> = { name: string; values: z.ZodType<Value, string>; scopes: readonly Scope[] }

/** Which replies in a thread go to the agent. Smart: all, until a second person writes there. */
export const REPLIES = {
  name: 'replies',
  values: z.enum(['always', 'mention', 'smart']),
  scopes: ['thread', 'channel']
} satisfies Setting<string>

/** Which results are also shown in the channel. */
export const RESULTS = {
  name: 'results',
  values: z.enum(['news', 'all', 'none']),
  scopes: ['channel']
} satisfies Setting<string>

/** Whether replies in a thread go out at once, or wait until the job is idle. */
export const WHEN = {
  name: 'when',
  values: z.enum(['now', 'idle']),
  scopes: ['thread']
} satisfies Setting<string>

/** For how many seconds a reply waits before it goes out: until then it can be edited or deleted. */
export const UNDO = {
  name: 'undo',
  values: z.enum(['0', '5', '10', '20', '30', '60']),
  scopes: ['person', 'channel']
} satisfies Setting<string>

/** The job that is meant where nothing else names one. Each project has its own jobs. */
export const defaultJobIn = (projectId: string) =>
  ({
    name: `job of ${projectId}`,
    values: z.string().regex(JOB_ID),
    scopes: ['channel', 'person']
  }) satisfies Setting<string>

/** What can be chosen for a channel, and by everybody for themselves, as the form names it. */
export const channelSettings = (projectId: string) => ({
  replies: REPLIES,
  results: RESULTS,
  'default-job': defaultJobIn(projectId),
  undo: UNDO
})
export const ownSettings = (projectId: string) => ({
  'own-job': defaultJobIn(projectId),
  'own-undo': UNDO
})

export function settingNamed(name: string): Setting<unknown> | undefined {
  const projectId = name.replace('job of ', '')
  const all = [WHEN, ...Object.values(channelSettings(projectId)), ...Object.values(ownSettings(projectId))]
  return all.find(setting => setting.name === name)
}

export type Replies = z.output<typeof REPLIES.values>
export type Results = z.output<typeof RESULTS.values>
export type Undo = z.output<typeof UNDO.values>

/** Who chose it, and when. */
export type Choice<Value> = { scope: Scope; value: Value; by: string; atMs: number }

/** Of those for one place, the one that holds. Undefined: nobody chose, so the operator's default holds. */
export const holding = <Value>(choices: Choice<Value>[], { scopes }: Pick<Setting<unknown>, 'scopes'>) =>
  scopes.flatMap(scope => choices.find(choice => choice.scope === scope) ?? [])[0]

/** Whether a reply that does not begin with a mention is an instruction. */
export const isForAgent = (replies: Replies, hasOthers: boolean): boolean =>
  replies === 'always' || (replies === 'smart' && !hasOthers)
