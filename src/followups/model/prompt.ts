import type { Followup } from './followup.ts'

/** What the agent gets, word for word. */
export function promptOf({ prompt, brought }: Pick<Followup, 'prompt' | 'brought'>, authorLine?: string): string {
  const above = typeof brought?.above === 'object' ? brought.above.text : undefined
  return [authorLine, prompt, above].filter(part => part !== undefined).join('\n\n')
}
