import { plainMessage, type SlackMessage } from '../slack/blocks.ts'

// Said at the door: it was not looked at what is asked for.

export const tooLongMessage = (): SlackMessage =>
  plainMessage('Nothing was sent: that is longer than I can take. Shorten it, or put it where the agent can read it.')
