import { type Followup, readAboveOf } from './followup.ts'

/** What the agent gets, word for word. */
export const promptOf = (followup: Followup, authorLine?: string): string =>
  [authorLine, followup.prompt, readAboveOf(followup)?.text].filter(part => part).join('\n\n')
