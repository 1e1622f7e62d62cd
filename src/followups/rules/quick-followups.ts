import { z } from 'zod'
import { visibleText } from '../../slack/slack-text.ts'
import { digestOf } from './digest-of.ts'
import type { Setting } from './setting.ts'

export const MOST_QUICK = 5

const quickSchema = z.object({ label: z.string().min(1), prompt: z.string().min(1) })

/** An instruction that a channel sends often: the label of its button, and the words that go to the agent. */
export type QuickFollowup = z.output<typeof quickSchema>

/** What a channel's results offer to send next. Stored as people write it, one in each line. */
export const QUICK = {
  name: 'quick',
  values: z.codec(z.string(), z.array(quickSchema), {
    decode: text => text.split('\n').map(toQuick),
    encode: quick => quick.map(toLine).join('\n')
  }),
  scopes: ['channel']
} satisfies Setting<QuickFollowup[]>

export const toLine = ({ label, prompt }: QuickFollowup): string => `${label}: ${prompt}`

/** Its label ends at the first colon, of whichever keyboard. */
export function toQuick(line: string): QuickFollowup {
  const end = line.search(/[:：]/)
  const label = visibleText(line.slice(0, Math.max(end, 0))).trim()
  return { label, prompt: line.slice(end + 1).trim() }
}

/** Names these very words, so that a button never sends others. */
export const quickId = (quick: QuickFollowup): string => digestOf(toLine(quick)).slice(0, 16)

/** Slack wants a name of its own for each button in a row. */
export const QUICK_BUTTONS = Array.from({ length: MOST_QUICK }, (_, at) => `quick-${at + 1}`)
