import { type Command, idsIn, isAmount } from './parse-command.ts'

/** What only says to whom the rest is said. */
const ADDRESSING = /^(?:please|now|and|then|also|next|hey|hi|hello|ok|okay|tell|ask)[,:]?$/i

/** The job that words begin by naming, as one addresses somebody; of two, not `ownId`. Further on, a job is only talked about. */
export function namedFirst(command: Command, ownId?: string): { jobId: string } | { url: string } | undefined {
  switch (command.kind) {
    case 'link':
      return command.words === '' ? undefined : { url: command.url }
    case 'linked':
      return { url: command.url }
    case 'several jobs':
      return named(command.jobIds.find(jobId => jobId !== ownId))
    case 'sentence': {
      const first = command.words.split(/\s+/).find(word => !ADDRESSING.test(word))
      return first === undefined ? undefined : named(idsIn(first)[0])
    }
    default:
      return 'jobId' in command ? named(command.jobId) : undefined
  }
}

const named = (jobId: string | undefined) => (jobId === undefined || isAmount(jobId) ? undefined : { jobId })
