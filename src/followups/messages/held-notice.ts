import { actions, button, type SlackMessage, section, toMessage } from '../../slack/blocks.ts'
import { type Followup, isTakenBack } from '../rules/followup.ts'
import type { Progress } from '../rules/progress.ts'
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
    : toMessage(section(afterHold(progress)), ...(isTakenBack(followup) ? [] : quoteTwoLines(prompt)))
}

function afterHold(progress: Progress): string {
  switch (progress.state) {
    case 'cancelled':
      return `Held, then cancelled before it was sent · ${byAndAt(progress)}`
    case 'rejected':
      return 'Held for a while, and not delivered.'
    case 'waiting':
      return 'Held for a while, then edited to go out later.'
    case 'sending':
      return 'Held for a while; going out now.'
    // Edited to go out at once, it is about to, and is not redrawn after that.
    default:
      return 'Held for a while, then sent.'
  }
}
