import { actions, button, plainMessage, type SlackMessage, section } from '../../slack/blocks.ts'
import type { Followup, Progress } from '../rules/followup.ts'
import { jobName, quote } from './phrases.ts'

// What the author of a reply reads, privately, about editing or deleting it.

/** The edit and the send raced, and the edit won. */
export const editInTimeMessage = (jobId: string): SlackMessage =>
  plainMessage(`In time: your edit goes to ${jobName(jobId)}, not what you wrote first.`)

/** `which` names the edit: a later one makes the button stale. */
export function correctionMessage({ progress }: Followup, prompt: string, which: string): SlackMessage {
  const earlier = 'this reply as it was before your edit'
  const why = progress.state === 'rejected' ? `Not delivered: ${earlier}.` : `The agent ${hasIt(progress)} ${earlier}.`
  const words = `Send the correction? ${why}\n${quote(prompt)}`
  return {
    text: words,
    blocks: [section(words), actions(button('send-correction', 'Send the correction', which))]
  }
}

/** Deleted, or edited until nothing is left to send. */
export const tooLateToTakeBackMessage = ({ progress, prompt }: Followup): SlackMessage =>
  plainMessage(
    `Too late to take this back: the agent ${hasIt(progress)} it. Reply here with what it should do instead.\n${quote(prompt)}`
  )

function hasIt(progress: Progress): string {
  if (progress.state === 'sending') return 'is just getting'
  return 'delivery' in progress && progress.delivery === 'maybe' ? 'may have' : 'has'
}

export const correctionOnItsWayMessage = (jobId: string): SlackMessage =>
  plainMessage(`Got it: the correction is on its way to ${jobName(jobId)}.`)
