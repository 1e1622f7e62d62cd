import { beginsWithMention, withoutLeadingMention } from '../../slack/slack-text.ts'
import { type Command, parseCommand } from './parse-command.ts'
import { parseReplyTo, type ReplyMeaning } from './parse-reply.ts'
import type { WhenProblem } from './parse-when.ts'
import type { Wait } from './wait.ts'

/** What a message that was for a job says since it was edited. */
export type EditMeaning =
  | Exclude<ReplyMeaning, { kind: 'instruction' }>
  | { kind: 'instruction'; prompt: string; wait?: Wait | undefined }
  /** When it is to go out cannot be. */
  | { kind: 'no such time'; prompt: string; problem: WhenProblem }
  /** Talk between people, or words about another job. It is not for this job any more, and an edit brings it to no other. */
  | { kind: 'another'; prompt: string }
  /** It begins by naming another job than its thread's. */
  | { kind: 'for either'; prompt: string; otherId: string }

type Edited = {
  jobId: string
  text: string
  botUserId: string
  /** It is in no thread: only then does it name its job itself. */
  isRequest: boolean
  isDirect: boolean
  /** It no longer begins with the mention that its thread asks for. */
  isTalk: boolean
  /** The job that a link in it leads to. */
  linkedJobId?: string | undefined
  /** The job that it names instead of its thread's. */
  otherId?: string | undefined
}

/** The words that say when it goes out are still part of an instruction. */
export function toEditMeaning(edited: Edited): EditMeaning {
  const { jobId, text, botUserId, isTalk, otherId } = edited
  const meaning = parseReplyTo(jobId, text, botUserId)
  if (meaning.kind !== 'instruction') return meaning
  const { prompt } = meaning
  if (isTalk || (edited.isRequest && isAnother(edited))) return { kind: 'another', prompt }
  return otherId === undefined ? meaning : { kind: 'for either', prompt, otherId }
}

function isAnother({ jobId, text, botUserId, isDirect, linkedJobId }: Edited): boolean {
  const isTalk = !isDirect && !beginsWithMention(text, botUserId)
  return isTalk || !mayBeFor(jobId, parseCommand(withoutLeadingMention(text, botUserId)), linkedJobId)
}

/** A job that was chosen with a button, or named by a link that leads nowhere now, stays the one that is meant. */
function mayBeFor(jobId: string, command: Command, linkedJobId = jobId): boolean {
  if (command.kind === 'send') return command.jobId === jobId
  if (command.kind === 'link') return linkedJobId === jobId && command.words !== ''
  return command.kind === 'sentence' || command.kind === 'not a job id'
}
