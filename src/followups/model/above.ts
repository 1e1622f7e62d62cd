import { z } from 'zod'
import { shorten } from '../../slack/blocks.ts'
import { asOneSaid } from '../../slack/slack-text.ts'

/** Of the messages above one in its thread: where they are. */
export const askedAboveSchema = z.object({ threadTs: z.string(), beforeTs: z.string() })

export type AskedAbove = z.output<typeof askedAboveSchema>

/** What goes along of them, by whom, and how many look like secrets and stay. */
export const readAboveSchema = z.object({
  text: z.string(),
  by: z.array(z.string()),
  count: z.number(),
  omitted: z.number()
})

export type Above = z.output<typeof readAboveSchema>

const LEAD = 'From the thread above:'
const MOST_CHARACTERS = 8_000
const LONGEST_LINE = 4_000

/** The latest that fit, oldest first. */
export function toAbove(said: string[], by: string[], isSecret: (words: string) => boolean): Above {
  const harmless = said.filter(words => !isSecret(words))
  const lines: string[] = []
  let length = LEAD.length
  for (const words of harmless.toReversed()) {
    const line = shorten(asOneSaid(words), LONGEST_LINE)
    length += 1 + line.length
    if (length > MOST_CHARACTERS) break
    lines.unshift(line)
  }
  const text = lines.length === 0 ? '' : [LEAD, ...lines].join('\n')
  return { text, by: [...new Set(by)], count: lines.length, omitted: said.length - harmless.length }
}

/** What the agent gets, word for word. */
export const promptOf = (words: string, above: Above | undefined, authorLine?: string): string =>
  [authorLine, words, above?.text].filter(part => part).join('\n\n')
