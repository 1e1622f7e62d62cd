import { actions, button, type SlackMessage, section } from '../../slack/blocks.ts'

// Answers to what somebody wrote in a thread; only they see them.

/** `value` is what it takes to send the words after all. */
export const chatterMessage = (value: string): SlackMessage => {
  const words = 'Not sent: looks like a thank-you.'
  return { text: words, blocks: [section(words), actions(button('send-chatter', 'Send it', value))] }
}
