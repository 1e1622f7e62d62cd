import type { types } from '@slack/bolt'
import { actions, button, context, type SlackMessage, section, toMessage } from '../../slack/blocks.ts'
import { type Followup, isHeld, isIn, isTakenBack, waitOf } from '../model/followup.ts'
import type { Wait } from '../model/wait.ts'
import { byAndAt, quoteTwoLines } from './phrases.ts'
import { holdWords, waitWords } from './state-words.ts'

// What waits until its job is idle, or for a time.

export const waitButtons = (id: string): types.Button[] => [
  button('send-now', 'Send now', id),
  button('cancel', 'Cancel', id)
]

/** What may not be as its author thinks. */
export const zoneWords = (wait: Wait | undefined): string | undefined =>
  wait?.why === 'time' && wait.inUtc ? 'Slack didn’t tell me your time zone, so I took the time as UTC.' : undefined

/** Who had it sent without waiting any longer. */
export const sentNowWords = ({ sentNow }: Followup): string[] => (sentNow ? [`Sent now · ${byAndAt(sentNow)}`] : [])

/** The instruction waits, and goes out on its own; afterwards, what became of it. Words that were taken back are not repeated. */
export function waitingNotice(followup: Followup): SlackMessage {
  const { id, prompt, progress } = followup
  const wait = waitOf(followup)
  if (wait) {
    const note = zoneWords(wait)
    return toMessage(
      section(`Not sent yet: ${waitWords(wait)}.`),
      ...quoteTwoLines(prompt),
      ...(note ? [context(note)] : []),
      actions(...waitButtons(id))
    )
  }
  const said = isTakenBack(followup) ? [] : quoteTwoLines(prompt)
  if (progress.state === 'cancelled')
    return toMessage(section(`Waited, then cancelled before it was sent · ${byAndAt(progress)}`), ...said)
  const words = isIn(followup, 'rejected') ? 'Waited, but wasn’t delivered.' : 'No longer waiting.'
  return toMessage(section(words), ...said, ...sentNowWords(followup).map(line => context(line)))
}

/** The instruction waits, and goes out on its own; afterwards, what became of it. Words that were taken back are not repeated. */
export function heldNotice(followup: Followup, behind = 0): SlackMessage {
  const { id, prompt } = followup
  return isHeld(followup)
    ? toMessage(
        section(`Not sent yet: ${holdWords(followup.progress, behind)}`),
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
