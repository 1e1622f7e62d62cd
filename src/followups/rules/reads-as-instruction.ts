import { isChatter } from './chatter.ts'
import { ASKED, idsIn, TYPED_WORDS, tellingWords } from './parse-command.ts'
import { withoutWhen } from './parse-when.ts'
import { isOfKind } from './typed-id.ts'

const GREETING = /^(?:hi|hello|hey|yo|good (?:morning|afternoon|evening|night))\b/i
const LONGEST_GREETING = 3
const LONGEST_COMMAND = 2
const STOPS = ['abort', ...TYPED_WORDS]

/**
 * Whether words that name no job are surely an instruction, so that they may go to a job that was chosen before, at once or later. A
 * mistyped command is none, nor are thanks, a greeting, and what names another job.
 */
export function readsAsInstruction(written: string, jobId: string): boolean {
  const words = withoutWhen(written)
  return !isChatter(words) && !isGreeting(words) && !isNearCommand(words) && !namesAnother(words, jobId)
}

const isGreeting = (words: string) => GREETING.test(words) && words.split(/\s+/).length <= LONGEST_GREETING

/** "statsu job", "please stop", "lits of jobs". */
function isNearCommand(words: string): boolean {
  const [first = '', ...more] = tellingWords(words)
  return more.length < LONGEST_COMMAND && STOPS.some(word => isNear(first.toLowerCase(), word))
}

/** "statsu job_8f2" was meant for "status job_8f2". */
export function meantToAsk(words: string): string | undefined {
  const [first = '', second = '', ...more] = tellingWords(words)
  const [jobId] = more.length === 0 ? idsIn(second) : []
  const word = ASKED.find(each => isNear(first.toLowerCase(), each))
  return jobId !== undefined && word !== undefined ? `${word} ${jobId}` : undefined
}

/** "hlep" was meant for "help", unless a job has that name. */
export const meantWord = (typed: string): string | undefined =>
  TYPED_WORDS.find(word => isNear(typed.toLowerCase(), word))

/** One letter is wrong, missing or too many, or two are swapped. */
function isNear(typed: string, word: string): boolean {
  let same = 0
  while (same < word.length && typed[same] === word[same]) same++
  const [is, meant] = [typed.slice(same), word.slice(same)]
  const isSwapped = is[0] === meant[1] && is[1] === meant[0] && is.slice(2) === meant.slice(2)
  return isSwapped || is.slice(1) === meant.slice(1) || is.slice(1) === meant || is === meant.slice(1)
}

const namesAnother = (words: string, jobId: string) => idsIn(words).some(id => id !== jobId && isOfKind(id, jobId))
