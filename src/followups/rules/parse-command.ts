import { LIMITS } from '../../slack/limits.ts'
import { decodeSlackText } from '../../slack/slack-text.ts'

/** What someone asked for with `/agent-followup …`. */
export type Command =
  | { kind: 'help' }
  | { kind: 'nothing' }
  | { kind: 'too long' }
  | { kind: 'status'; jobId: string }
  | { kind: 'job missing' }
  | { kind: 'send'; jobId: string; prompt: string }
  | { kind: 'prompt missing'; jobId: string }
  | { kind: 'not a job id'; word: string; prompt: string }

const JOB_ID = /^[A-Za-z0-9_][A-Za-z0-9_.:-]{0,127}$/

// Keyboards, copied text and people addressing someone put these around an id; inside a prompt they are the person's own.
const BEFORE_AN_ID = /^[\s"'`“”‘’«»\u200b-\u200d\u2060\ufeff]+/
const AFTER_AN_ID = /[\s"'`“”‘’«»,.:;\u200b-\u200d\u2060\ufeff]/

/** Scans from the end: a regular expression for the end of a text starts over at each of its characters. */
function bare(word: string): string {
  let end = word.length
  while (end > 0 && AFTER_AN_ID.test(word.charAt(end - 1))) end--
  return word.slice(0, end).replace(BEFORE_AN_ID, '')
}

export function parseCommand(text: string): Command {
  if (text.length > LIMITS.typedText) return { kind: 'too long' }
  const typed = decodeSlackText(text).trim()
  const [word = ''] = /^\S*/.exec(typed) ?? []
  const rest = typed.slice(word.length).trim()
  const first = bare(word)
  if (first === '' && rest === '') return { kind: 'nothing' }
  if (first.toLowerCase() === 'help') return { kind: 'help' }
  if (first.toLowerCase() === 'status') return parseStatus(rest)
  if (!JOB_ID.test(first)) return { kind: 'not a job id', word, prompt: rest }
  return rest === '' ? { kind: 'prompt missing', jobId: first } : { kind: 'send', jobId: first, prompt: rest }
}

function parseStatus(rest: string): Command {
  const jobId = bare(rest)
  if (jobId === '') return { kind: 'job missing' }
  return JOB_ID.test(jobId) ? { kind: 'status', jobId } : { kind: 'not a job id', word: jobId, prompt: '' }
}
