import type { SlackMessage } from '../../slack/blocks.ts'
import type { Intent } from '../intent/read.ts'
import { helpMessage, notAJobIdMessage, nothingToSendMessage } from './private-messages.ts'
import { tooLongMessage } from './refusal-messages.ts'
import { cannotStopMessage, settingsMessage, severalJobsMessage, threadWordMessage } from './slip-messages.ts'

/** What has to be looked up, or is for an agent. */
export type ToAnswer = Intent & { kind: 'instruct' | 'status' | 'watch' | 'list' }

export const isToAnswer = (intent: Intent): intent is ToAnswer =>
  intent.kind === 'instruct' || intent.kind === 'status' || intent.kind === 'watch' || intent.kind === 'list'

/** The answer to everything else. */
export function answerAtOnce(intent: Exclude<Intent, ToAnswer>): SlackMessage {
  switch (intent.kind) {
    case 'help':
      return helpMessage()
    case 'too long':
      return tooLongMessage()
    case 'not a job id':
      return notAJobIdMessage(intent.word, intent.words)
    case 'several jobs':
      return severalJobsMessage(intent)
    case 'stop':
      return cannotStopMessage()
    case 'settings':
      return settingsMessage()
    case 'thread word':
      return threadWordMessage(intent.word)
    default:
      return nothingToSendMessage()
  }
}
