import { plainMessage, type SlackMessage } from '../../slack/blocks.ts'
import { type Followup, isIn, waitOf } from '../rules/followup.ts'
import type { Hold } from '../rules/hold.ts'
import type { Wait } from '../rules/wait.ts'
import { jobName } from './phrases.ts'
import { behindWords, heldWords, WAITING, waitWords } from './state-words.ts'

// What somebody reads at once whose instruction was taken: that it goes out now, or what it waits for.

const asked = (jobId: string, wait: Wait | null | undefined, again: '' | ' again' = '') =>
  wait ? `Got it: it ${waitWords(wait, 'will wait')}.` : `Got it: on its way to ${jobName(jobId)}${again}.`

/** No card shows it yet. */
export const acceptedMessage = (followup: Followup): SlackMessage =>
  plainMessage(`${asked(followup.jobId, waitOf(followup))} Its card, or a link to it, will appear here.`)

export function onItsWayMessage(followup: Followup, hold: Hold | undefined): SlackMessage {
  if (isIn(followup, 'held')) return plainMessage(`Got it: it’s ${heldWords(followup.progress)}.`)
  const wait = waitOf(followup)
  return hold && !wait && isIn(followup, 'accepted')
    ? plainMessage(`Got it: it’s ${WAITING}, as ${behindWords(hold)}.`)
    : plainMessage(asked(followup.jobId, wait))
}

export const sentOnceMoreMessage = (jobId: string, wait: Wait | null | undefined): SlackMessage =>
  plainMessage(asked(jobId, wait, ' again'))

/** The button was pressed before, and what became of that is not known here. */
export const takenAlreadyMessage = (jobId: string): SlackMessage =>
  plainMessage(`Got it already: the card of ${jobName(jobId)} says where it stands.`)
