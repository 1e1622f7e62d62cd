import type { RefusalCause } from '../model/decide-who-may.ts'
import type { FoundSecret } from '../model/find-secrets.ts'
import { REFUSED } from './private-messages.ts'
import { secretAsIdWords, secretWords } from './secret-messages.ts'

// Said under a field of the form, as plain text. What was typed stays there, and the form stays open.

export const FORM_ERRORS = {
  empty: 'Say what the agent should do.',
  'not a job': 'That can’t be a job’s id. Choose another one.',
  twin: 'Not sent twice: you asked for the same thing a moment ago. To send it again, change the words.',
  'taken already':
    'I already have an instruction from this form. To send this one too, copy your words and open a new form.',
  'said twice': 'Your instruction also says when to send it. Remove that, or choose Now and clear the time.',
  'time not meant': 'You also picked a time. Choose At a time here, or clear the time.',
  'no time': 'Choose a day and a time.',
  'time over': 'That time has passed. Choose a later one.',
  'too late': 'Not sent: I was held up and read this too late. Press Send again.',
  'not stored': 'Not sent: I can’t take instructions right now. Press Send again in a minute.',
  'perhaps stored': 'I’m not sure I got this. Press Send again: I won’t send it twice.',
  'not told who': 'Not sent: Slack couldn’t tell me who you are. Press Send again in a minute.',
  'no direct messages': 'I’m not switched on in direct messages. Use a channel, or ask whoever runs this bot.',
  'not in': 'Not sent: you’re not in this channel. Copy your words and send them from one you’re in.',
  'not told':
    'Not sent: Slack couldn’t tell me whether you’re in this channel. Press Send again in a minute, or send your words there with the command.',
  'bot not there': 'Not sent: I’m not in this channel. Invite me there and press Send again, or choose another one.',
  archived: 'Not sent: this channel is archived. Choose another one.',
  'not as shown': 'Not sent: I can no longer tell what was shown here. Untick it, or open the form again.',
  'other project':
    'Not sent: this form was opened for a project I no longer work with. Copy your words and open a new form.',
  outdated: 'Not sent: I’ve been updated since you opened this form. Copy your words, and open it again.'
}

export const refusedError = (cause: RefusalCause): string => `Not sent: ${REFUSED[cause]}`

export const wordError = (word: string): string =>
  `Not sent: “${word}” alone is a word for me. If it’s meant for the agent, write a sentence.`

export const secretError = (found: FoundSecret[]): string =>
  `Not sent: ${secretWords(found)}. Take it out, and press Send again.`

export const secretAsIdError = (found: FoundSecret[]): string =>
  `Not sent: ${secretAsIdWords(found)}. Choose another one.`
