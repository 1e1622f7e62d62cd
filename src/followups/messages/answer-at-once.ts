import type { SlackMessage } from '../../slack/blocks.ts'
import type { Command } from '../intent/parse-command.ts'
import { helpMessage, notAJobIdMessage, nothingToSendMessage, promptMissingMessage } from './private-messages.ts'
import { tooLongMessage } from './refusal-messages.ts'
import { cannotStopMessage, settingsMessage, severalJobsMessage, threadWordMessage } from './slip-messages.ts'

type AnsweredAtOnce =
  | 'help'
  | 'nothing'
  | 'too long'
  | 'prompt missing'
  | 'not a job id'
  | 'several jobs'
  | 'stop'
  | 'thread word'
  | 'settings'

/** The answer to what needs no looking up; anything else is given back. */
export function answerAtOnce(command: Command): SlackMessage | Exclude<Command, { kind: AnsweredAtOnce }> {
  switch (command.kind) {
    case 'help':
      return helpMessage()
    case 'nothing':
    case 'prompt missing':
      return whatIsMissing(command)
    case 'too long':
      return tooLongMessage()
    case 'not a job id':
      return notAJobIdMessage(command.word, command.prompt)
    case 'several jobs':
      return severalJobsMessage(command)
    case 'stop':
      return cannotStopMessage(command.jobId)
    case 'settings':
      return settingsMessage()
    case 'thread word':
      return threadWordMessage(command.word)
    default:
      return command
  }
}

/** Said where no form can ask for it. */
export const whatIsMissing = (command: Command & { kind: 'nothing' | 'prompt missing' }): SlackMessage =>
  command.kind === 'nothing' ? nothingToSendMessage() : promptMissingMessage(command.jobId)
