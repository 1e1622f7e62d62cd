import { plainMessage, type SlackMessage } from '../../slack/blocks.ts'
import { type Followup, waitOf } from '../model/followup.ts'
import { jobName } from './phrases.ts'
import { waitWords } from './state-words.ts'

/** No card shows it yet. */
export function acceptedMessage(followup: Followup): SlackMessage {
  const wait = waitOf(followup)
  const words = wait ? `it ${waitWords(wait, 'will wait')}` : `on its way to ${jobName(followup.jobId)}`
  return plainMessage(`Got it: ${words}. Its card, or a link to it, will appear here.`)
}
