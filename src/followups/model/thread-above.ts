import { z } from 'zod'

/** Who wrote messages of a thread: people of the own workspace, or of other organisations. */
export const whoseSchema = z.enum(['own', 'others'])

export type Whose = z.output<typeof whoseSchema>

/** What goes to the agent, word for word, if somebody says so. */
export type Above = { text: string; count: number }

/** The messages of a thread above one of them. */
export type ThreadAbove = Partial<Record<Whose, Above>>

type Said = { words: string; whose: Whose }

const LEAD: Record<Whose, string> = {
  own: 'From the thread above:',
  others: 'From people outside this workspace in that thread:'
}

/** The latest of them that fit, in their order. */
export function toAbove(said: Said[], whose: Whose, room: number): Above | undefined {
  const lines: string[] = []
  let length = LEAD[whose].length
  for (const { words } of said.filter(message => message.whose === whose).toReversed()) {
    length += 1 + words.length
    if (length > room) break
    lines.unshift(words)
  }
  return lines.length === 0 ? undefined : { text: [LEAD[whose], ...lines].join('\n'), count: lines.length }
}
