import { actions, button, LIMITS, type SlackMessage, section, toMessage } from '../../slack/blocks.ts'
import type { FormDraft } from '../rules/followup-form.ts'
import { echo, quoteTwoLines } from './phrases.ts'

/**
 * The one answer to whatever was not sent, for its author alone: the form has the words in it. Words that no button can carry are
 * given back in full.
 */
export function notSentMessage(why: string, draft: FormDraft, what = ''): SlackMessage {
  const value = JSON.stringify(draft)
  const fits = value.length <= LIMITS.buttonValue
  const words = fits ? quoteTwoLines(draft.words) : echo(draft.words)
  const open = button('open-form', 'Open the form', fits ? value : JSON.stringify({ ...draft, words: '' }))
  return toMessage(section(`Not sent${what}: ${why}`), ...(draft.words === '' ? [] : words), actions(open))
}
