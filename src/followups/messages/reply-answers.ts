import { actions, button, plainMessage, type SlackMessage, section } from '../../slack/blocks.ts'

// Answers to what somebody wrote in a thread; only they see them.

/** `value` is what it takes to send the words after all. */
export const chatterMessage = (value: string): SlackMessage => {
  const words = 'Not sent: looks like a thank-you.'
  return { text: words, blocks: [section(words), actions(button('send-chatter', 'Send it', value))] }
}

export const mutedMessage = (): SlackMessage =>
  plainMessage(
    'Muted: I won’t mention you in this thread or write to you about it. Everything goes on, and the card shows where it stands. `unmute` undoes this.'
  )

export const unmutedMessage = (): SlackMessage => plainMessage('Unmuted: I’ll mention you in this thread again.')
