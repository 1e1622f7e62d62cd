import { LIMITS } from '../../slack/limits.ts'
import { decodeSlackText } from '../../slack/slack-text.ts'

/** What someone asked for with `/agent-followup …`. */
export type Command =
  | { kind: 'help' }
  | { kind: 'nothing' }
  | { kind: 'too long' }
  | { kind: 'list' }
  | { kind: 'status'; jobId: string }
  | { kind: 'job missing' }
  | { kind: 'stop'; jobId?: string }
  | { kind: 'thread word'; word: string }
  | { kind: 'send'; jobId: string; prompt: string }
  | { kind: 'prompt missing'; jobId: string }
  /** A word for the bot where the instruction should be. */
  | { kind: 'word'; jobId: string; word: 'status' | 'help' }
  /** It begins like a sentence: unless its first word is a job that is known, the job is missing. */
  | { kind: 'sentence'; firstWord: string; rest: string; words: string }
  /** The job is named by a link to it, or to its pull request. */
  | { kind: 'link'; url: string; words: string }
  | { kind: 'linked status'; url: string }
  | { kind: 'not a job id'; word: string; prompt: string }

export const JOB_ID = /^[A-Za-z0-9_][A-Za-z0-9_.:-]{0,127}$/
const PLAIN_WORD = /^\p{L}{1,40}(?:['’]\p{L}{1,10})?$/u

// Keyboards, copied text and people addressing someone put these around an id; inside a prompt they are the person's own.
const BEFORE_AN_ID = /^[\s"'`“”‘’«»<\u200b-\u200d\u2060\ufeff]+/
const AFTER_AN_ID = /[\s"'`“”‘’«»>,.:;!?\u200b-\u200d\u2060\ufeff]/
const IN_QUOTES = /^["'`“‘«][^"'`“”‘’«»]{1,128}["'`”’»]/

/** Slack's own form of a link at the beginning. Its label may have blanks in it, or be the id of a job that looks like a host. */
const LEADING_LINK = /^[\s"'`“”‘’«»]{0,20}<(https?:\/\/[^<>|\s]{1,2000})(?:\|[^<>]{0,2000})?>[`"'”’»]?/i
const LONGEST_LINK = 2_000

/** Scans from the end: a regular expression for the end of a text starts over at each of its characters. */
function bare(word: string): string {
  let end = word.length
  while (end > 0 && AFTER_AN_ID.test(word.charAt(end - 1))) end--
  return word.slice(0, end).replace(BEFORE_AN_ID, '')
}

/** Only the few words that are compared with it are that short. */
const plain = (text: string) => (text.length > 60 ? text : bare(text).toLowerCase().replace(/\s+/g, ' '))

export function parseCommand(text: string): Command {
  if (text.length > LIMITS.typedText) return { kind: 'too long' }
  const link = takeLink(text)
  if (link) return parseLink(link.url, link.rest)
  const typed = decodeSlackText(text).trim()
  const [word = ''] = /^\S*/.exec(typed) ?? []
  const rest = typed.slice(word.length).trim()
  const first = bare(word)
  if (first === '' && rest === '') return { kind: 'nothing' }
  switch (first.toLowerCase()) {
    case 'help':
      return { kind: 'help' }
    case 'status':
      return parseStatus(text, rest)
    case 'list':
      if (['', 'jobs', 'all', 'all jobs'].includes(plain(rest))) return { kind: 'list' }
      break
    case 'cancel':
    case 'stop':
      if (!/\s/.test(withoutWatching(rest))) return parseStop(withoutWatching(rest))
      break
    case 'mute':
    case 'unmute':
      if (rest === '') return { kind: 'thread word', word: first.toLowerCase() }
  }
  if (PLAIN_WORD.test(first) && !IN_QUOTES.test(word) && rest !== '')
    return { kind: 'sentence', firstWord: first, rest, words: typed }
  return JOB_ID.test(first) ? commandFor(first, rest) : { kind: 'not a job id', word, prompt: rest }
}

/** What these words after a job's id ask for. */
export function commandFor(jobId: string, rest: string): Command {
  if (rest === '') return { kind: 'prompt missing', jobId }
  switch (plain(rest)) {
    case 'status':
    case 'help':
      return { kind: 'word', jobId, word: plain(rest) === 'help' ? 'help' : 'status' }
    case 'stop':
    case 'cancel':
    case 'stop watching':
      return { kind: 'stop', jobId }
    default:
      return { kind: 'send', jobId, prompt: rest }
  }
}

function parseStatus(text: string, rest: string): Command {
  const link = takeLink(text.trimStart().slice('status'.length))
  if (link) return { kind: 'linked status', url: link.url }
  const jobId = bare(rest)
  if (jobId === '') return { kind: 'job missing' }
  return JOB_ID.test(jobId) ? { kind: 'status', jobId } : { kind: 'not a job id', word: jobId, prompt: '' }
}

const withoutWatching = (rest: string) => rest.replace(/^watching(?:\s+|$)/i, '')

/** "stop it" names no job. */
function parseStop(rest: string): Command {
  const jobId = bare(rest)
  return JOB_ID.test(jobId) && !PLAIN_WORD.test(jobId) ? { kind: 'stop', jobId } : { kind: 'stop' }
}

function parseLink(url: string, words: string): Command {
  const command = commandFor('linked', words)
  if (command.kind === 'stop') return { kind: 'stop' }
  if (command.kind !== 'word') return { kind: 'link', url, words }
  return command.word === 'help' ? { kind: 'help' } : { kind: 'linked status', url }
}

/** A link at the beginning, as Slack writes it or as it was typed. Text that Slack only took for a link is none. */
function takeLink(text: string): { url: string; rest: string } | undefined {
  const [whole, url] = LEADING_LINK.exec(text) ?? []
  if (whole !== undefined && url !== undefined) {
    const isWord = /^\S/.test(text.slice(whole.length)) || JOB_ID.test(bare(decodeSlackText(whole)))
    return isWord ? undefined : { url: decodeSlackText(url), rest: decodeSlackText(text.slice(whole.length)).trim() }
  }
  const [typed = ''] = /^\S*/.exec(text.trimStart().slice(0, LONGEST_LINK)) ?? []
  const address = decodeSlackText(bare(typed))
  if (!/^https?:\/\//i.test(address)) return undefined
  return { url: address, rest: decodeSlackText(text.trimStart().slice(typed.length)).trim() }
}
