import { actions, button, type SlackMessage, section, toMessage } from '../../slack/blocks.ts'
import { type Followup, isTakenBack } from '../model/followup.ts'
import { byAndAt, quoteTwoLines } from './phrases.ts'
import { holdWords } from './state-words.ts'

/** The instruction waits, and goes out on its own; afterwards, what became of it. Words that were taken back are not repeated. */
export function heldNotice(followup: Followup, behind = 0): SlackMessage {
  const { id, prompt, progress } = followup
  return progress.state === 'held'
    ? toMessage(
        section(`Not sent yet: ${holdWords(progress, behind)}`),
        ...quoteTwoLines(prompt),
        actions(button('cancel', 'Cancel', id))
      )
    : toMessage(section(afterHold(followup)), ...(isTakenBack(followup) ? [] : quoteTwoLines(prompt)))
}

function afterHold({ progress }: Followup): string {
  switch (progress.state) {
    case 'cancelled':
      return `Held, then cancelled before it was sent · ${byAndAt(progress)}`
    case 'rejected':
      return 'Held for a while, and not delivered.'
    case 'sending':
      return 'Held for a while; going out now.'
    default:
      return 'Held for a while, then sent.'
  }
}
