import type { types } from '@slack/bolt'
import { decodeSlackText } from '../../slack/slack-text.ts'
import { digestOf } from '../model/digest-of.ts'
import type { FormPlace } from '../model/followup-form.ts'
import type { ThreadAbove, Whose } from '../model/thread-above.ts'
import { aboveBlock } from '../views/followup-form.ts'

// What a form shows of a thread is kept nowhere else: it comes back with the form, and has to be what was shown.

export const digestsOf = (above: ThreadAbove): NonNullable<FormPlace['above']> =>
  Object.fromEntries(Object.entries(above).map(([whose, { text }]) => [whose, digestOf(text)]))

/** The words that the form showed; undefined when Slack gives back others. */
export function shownAbove(blocks: types.AnyBlock[], { above = {} }: FormPlace, whose: Whose): string | undefined {
  const block = blocks.find(({ block_id }) => block_id === aboveBlock(whose))
  const text = block?.type === 'section' && 'text' in block ? (block.text?.text ?? '') : ''
  // Slack may write some characters in its own way.
  return [text, decodeSlackText(text)].find(words => digestOf(words) === above[whose])
}
