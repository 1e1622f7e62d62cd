import { actions, button, LIMITS, plainMessage, type SlackMessage, section, toMessage } from '../../slack/blocks.ts'
import type { Followup, In } from '../model/followup.ts'
import type { FormDraft } from '../model/followup-form.ts'
import { echo, mention, quoteTwoLines } from './phrases.ts'

/** The one answer to whatever was not sent, for its author alone. `what` is said before why. */
export const notSentMessage = (why: string, draft: FormDraft, what = ''): SlackMessage =>
  withDraft(`Not sent${what}: ${why}`, draft)

/** The form has the words in it. Those that no button can carry are given back in full. */
export function withDraft(lead: string, draft: FormDraft): SlackMessage {
  const value = JSON.stringify(draft)
  const fits = value.length <= LIMITS.buttonValue
  const words = fits ? quoteTwoLines(draft.words) : echo(draft.words)
  const open = button('open-form', 'Open the form', fits ? value : JSON.stringify({ ...draft, words: '' }))
  return toMessage(section(lead), ...(draft.words === '' ? [] : words), actions(open))
}

/** It was sent with other words. Without any, there is nothing else to send. */
export function agentHasItMessage({ jobId, progress }: Followup, words: string): SlackMessage {
  const isSure = !('delivery' in progress && progress.delivery === 'maybe')
  if (words === '') return plainMessage(isSure ? 'The agent already has it.' : 'The agent may already have it.')
  return withDraft(`The agent ${isSure ? 'has' : 'may have'} your earlier words.`, { words, jobId })
}

/** Somebody pressed *Cancel*, or its thread was closed. */
export function cancelledBeforeMessage(followup: In<'cancelled'>, words: string): SlackMessage {
  const { jobId, requesterId, progress } = followup
  const { by } = progress
  const who =
    by === undefined ? 'its thread was closed' : by === requesterId ? 'you cancelled it' : `${mention(by)} cancelled it`
  return notSentMessage(`${who}.`, { words, jobId })
}
