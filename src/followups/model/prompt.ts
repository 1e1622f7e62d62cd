import type { Followup } from './followup.ts'

/** What the agent gets, word for word. */
export const promptOf = ({ prompt }: Pick<Followup, 'prompt'>, authorLine?: string): string =>
  [authorLine, prompt].filter(part => part !== undefined).join('\n\n')
