import { beginsWithMention, withoutLeadingMention } from '../../slack/slack-text.ts'
import { asksAbout } from './named-first.ts'
import { type Command, parseCommand } from './parse-command.ts'
import { parseReplyTo, type ReplyMeaning, withItsJob } from './parse-reply.ts'
import { splitWhen, type WhenProblem, withoutWhen } from './parse-when.ts'
import type { Wait } from './wait.ts'

/** What a message that was for a job says since it was edited. */
export type EditMeaning =
  | ReplyMeaning
  /** Talk between people, or words about another job, or a question: nothing for this job, and an edit brings it to no other. */
  | { kind: 'another'; prompt: string }
  /** It begins by naming another job than its thread's. */
  | { kind: 'for either'; prompt: string; otherId: string }

/** The same, with when it is to go out. */
export type TimedMeaning =
  | Exclude<EditMeaning, { kind: 'instruction' }>
  /** It may count from later than before. */
  | { kind: 'instruction'; prompt: string; wait?: Wait | undefined; saidAtMs?: number }
  /** When it is to go out cannot be. */
  | { kind: 'no such time'; written: string; problem: WhenProblem }

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
  /** The job that it names instead of its thread's; of a request, the one that the channel knows by its first word. */
  otherId?: string | undefined
}

/** The words that say when it goes out are still part of an instruction. */
export function toEditMeaning(edited: Edited): EditMeaning {
  const { jobId, isRequest, isTalk, otherId } = edited
  const meaning = parseReplyTo(jobId, edited)
  if (meaning.kind !== 'instruction') return meaning
  const { prompt } = meaning
  if (isTalk || (isRequest ? isAnother(edited) : isQuestion(edited))) return { kind: 'another', prompt }
  if (isRequest) return { kind: 'instruction', prompt: wordsAfterLink(edited) ?? prompt }
  return otherId === undefined ? meaning : { kind: 'for either', prompt, otherId }
}

/** Before or after a link to the job, a time would be among the words, and not be read. */
function wordsAfterLink({ jobId, text, botUserId, linkedJobId }: Edited): string | undefined {
  const command = parseCommand(withoutLeadingMention(text, botUserId))
  const isTimed = command.kind === 'link' && linkedJobId === jobId && splitWhen(command.words) !== undefined
  return isTimed ? command.words : undefined
}

const isQuestion = ({ jobId, text, botUserId }: Edited) =>
  asksAbout(jobId, parseCommand(withoutWhen(withoutLeadingMention(text, botUserId))))

function isAnother(edited: Edited): boolean {
  const { jobId, text, botUserId, isDirect } = edited
  const isTalk = !isDirect && !beginsWithMention(text, botUserId)
  return isTalk || !mayBeFor(edited, withItsJob(parseCommand(withoutLeadingMention(text, botUserId)), jobId))
}

/** A job that was chosen with a button, or named by a link that leads nowhere now, stays the one that is meant. */
function mayBeFor({ jobId, linkedJobId = jobId, otherId = jobId }: Edited, command: Command): boolean {
  switch (command.kind) {
    case 'send':
      return command.jobId === jobId
    case 'link':
      return linkedJobId === jobId && command.words !== ''
    case 'sentence':
      return otherId === jobId && !isBeforeTime(command)
    default:
      return command.kind === 'not a job id'
  }
}

/** "dcos in 2 hours: …" would go out at once, with the time among its words. */
const isBeforeTime = ({ words, rest }: Command & { kind: 'sentence' }) =>
  splitWhen(words) === undefined && splitWhen(rest) !== undefined
