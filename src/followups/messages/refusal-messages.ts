import { plainMessage, type SlackMessage } from '../../slack/blocks.ts'
import { withPrompt } from './phrases.ts'

// Said at the door, before anything has looked at the request.

export const tooLongMessage = (): SlackMessage =>
  plainMessage('Nothing was sent: that is longer than I can take. Shorten it, or put it where the agent can read it.')

/** Slack has already told the person that it failed, or is about to. */
export const readTooLateMessage = (typed: string): SlackMessage =>
  withPrompt(
    'Not accepted: I was held up and read this too late, so nothing was sent. Send it again if you have not.',
    typed
  )

export const pressedTooLateMessage = (): SlackMessage =>
  plainMessage('Not done: I was held up and saw this too late. Press it again if it is still needed.')
