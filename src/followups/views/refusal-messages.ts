import { plainMessage, type SlackMessage } from '../../slack/blocks.ts'
import { withPrompt } from './phrases.ts'

// Said at the door, before anything has looked at the request.

export const tooLongMessage = (): SlackMessage =>
  plainMessage('Not sent: that’s too long for me. Shorten it, or put it where the agent can read it.')

/** Slack has already told the person that it failed, or is about to. */
export const readTooLateMessage = (typed: string): SlackMessage =>
  withPrompt('Not sent: I was held up and read this too late. Send it again if you haven’t.', typed)

export const pressedTooLateMessage = (): SlackMessage =>
  plainMessage('Not done: I was held up and saw this too late. Press it again if you still need it.')
