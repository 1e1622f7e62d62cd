import { LIMITS } from '../../slack/blocks.ts'
import { decodeSlackText } from '../../slack/slack-text.ts'
import { nothingButJobs, secondJob } from './second-job.ts'
import { bare, IN_QUOTES, JOB_ID, looksLikeId, SPACED_QUOTES } from './typed-id.ts'

export const ASKED = ['status', 'watch'] as const

/** What can be asked about one job. */
export type AskedOfJob = (typeof ASKED)[number]

/** What someone asked for with `/agent-followup …`. */
export type Command =
  | { kind: 'help' }
  | { kind: 'nothing' }
  | { kind: 'too long' }
  | { kind: 'list' }
  | { kind: 'settings' }
  | { kind: AskedOfJob; jobId: string }
  | { kind: 'job missing'; word: AskedOfJob }
  | { kind: 'stop'; jobId?: string }
  | { kind: 'thread word'; word: string }
  | { kind: 'send'; jobId: string; prompt: string }
  | { kind: 'prompt missing'; jobId: string }
  /** It begins by naming two, or asks about them. `words` are all that was written. */
  | { kind: 'several jobs'; jobIds: [string, string]; words: string; word?: AskedOfJob }
  /** A word for the bot where the instruction should be. */
  | { kind: 'word'; jobId: string; word: 'status' | 'list' | 'help' }
  /** It begins like a sentence: unless its first word is a job that is known, the job is missing. */
  | { kind: 'sentence'; firstWord: string; rest: string; words: string }
  /** The job is named by a link to it, or to its pull request. */
  | { kind: 'link'; url: string; words: string }
  | { kind: 'linked'; url: string; word: AskedOfJob }
  | { kind: 'not a job id'; word: string; prompt: string }

const PLAIN_WORD = /^\p{L}{1,40}(?:['’]\p{L}{1,10})?$/u

/** `/agent-followup /agent-followup …`: pasted after it was typed. */
const TYPED_AGAIN = /^\s*(?:\/agent-followup(?:\s+|$))+/i
const LONGEST_SLIP = 200

const MY_JOBS = /^my (?:agent )?jobs[\s.?!]*$/i

/** Words for the bot at the beginning. What follows may make a sentence of them. */
const COMMAND_WORDS = new Set(['help', 'status', 'list', 'settings', 'watch', 'cancel', 'stop', 'mute', 'unmute'])

/** These mean something only in the thread of a card. */
const THREAD_PHRASES = new Set(['only mentions', 'every reply'])

/** What people type for one of them. */
const MEANT: Record<string, string> = {
  lists: 'list',
  jobs: 'list',
  setting: 'settings'
}

const meantBy = (word: string) => (Object.hasOwn(MEANT, word) ? MEANT[word] : word) ?? word

/** What people write around an id, or instead of one, that says nothing more. */
const SAYS_NOTHING =
  /^(?:a|about|all|channel|for|here|in|is|it|jobs?|left|me|mine|my|now|of|on|our|please|that|the|this|thread|to|watching)$/i

/** Slack's own form of a link at the beginning. Its label may have blanks in it, or be the id of a job that looks like a host. */
const LEADING_LINK = /^[\s"'`“”‘’«»]{0,20}<(https?:\/\/[^<>|\s]{1,2000})(?:\|[^<>]{0,2000})?>[`"'”’»]?/i
const LONGEST_LINK = 2_000

/** Only the few words that are compared with it are that short. */
const plain = (text: string) => (text.length > 60 ? text : bare(text).toLowerCase().replace(/\s+/g, ' '))

export function parseCommand(given: string): Command {
  if (given.length > LIMITS.typedText) return { kind: 'too long' }
  const text = withoutAddress(given.replace(TYPED_AGAIN, '').replace(SPACED_QUOTES, '$1$2$3'))
  const link = takeLink(text)
  if (link) return parseLink(link.url, link.rest)
  const typed = decodeSlackText(text).trim()
  const [word = ''] = /^\S*/.exec(typed) ?? []
  const rest = typed.slice(word.length).trim()
  const first = bare(word)
  if (first === '' && rest === '') return { kind: 'nothing' }
  const called = meantBy(first.toLowerCase().replace(/^[-/]{1,2}/, ''))
  const meant = COMMAND_WORDS.has(called) ? parseWord(called, rest, text.trimStart().slice(word.length)) : undefined
  if (meant) return meant
  const phrase = plain(typed)
  if (THREAD_PHRASES.has(phrase)) return { kind: 'thread word', word: phrase }
  if (MY_JOBS.test(typed)) return { kind: 'list' }
  if (PLAIN_WORD.test(first) && !IN_QUOTES.test(word) && rest !== '')
    return { kind: 'sentence', firstWord: first, rest, words: typed }
  if (!JOB_ID.test(first)) return { kind: 'not a job id', word, prompt: rest }
  const second = word.endsWith(':') ? undefined : secondJob(first, rest)
  return second ? { kind: 'several jobs', jobIds: [first, second], words: typed } : commandFor(first, rest)
}

/** What these words after a job's id ask for. */
export function commandFor(jobId: string, rest: string): Command {
  if (rest === '') return { kind: 'prompt missing', jobId }
  const word = meantBy(plain(rest))
  switch (word) {
    case 'status':
    case 'list':
    case 'help':
      return { kind: 'word', jobId, word }
    case 'stop':
    case 'cancel':
      return { kind: 'stop', jobId }
    case 'mute':
    case 'unmute':
    case 'only mentions':
    case 'every reply':
      return { kind: 'thread word', word }
    case 'watch':
      return { kind: word, jobId }
    default:
      return { kind: 'send', jobId, prompt: rest }
  }
}

/** What a word for the bot asks for; undefined when the words after it make a sentence of it, which may be an instruction. */
function parseWord(word: string, rest: string, restAsWritten: string): Command | undefined {
  const asked = ASKED.find(each => each === word)
  const link = asked && takeLink(restAsWritten)
  if (link) return { kind: 'linked', url: link.url, word: asked }
  const jobIds = asked && nothingButJobs(tellingWords(rest))
  if (jobIds) return { kind: 'several jobs', jobIds, words: `${asked} ${rest}`, word: asked }
  const named = onlyWord(rest)
  if (named === undefined) return undefined
  if (asked && named === '') return { kind: 'job missing', word: asked }
  if (asked)
    return JOB_ID.test(named) ? { kind: asked, jobId: named } : { kind: 'not a job id', word: named, prompt: '' }
  const isPlain = PLAIN_WORD.test(named)
  switch (word) {
    case 'help':
      return !isPlain || COMMAND_WORDS.has(named.toLowerCase()) ? { kind: 'help' } : undefined
    case 'list':
    case 'settings':
      return named === '' ? { kind: word } : undefined
    case 'mute':
    case 'unmute':
      return isPlain ? undefined : { kind: 'thread word', word }
    default:
      return isPlain ? undefined : { kind: 'stop', ...(JOB_ID.test(named) && { jobId: named }) }
  }
}

/** Of these words, the only one that says anything; empty when none does, undefined when several do. */
function onlyWord(words: string): string | undefined {
  if (words.length > LONGEST_SLIP) return undefined
  const telling = tellingWords(words)
  return telling.length > 1 ? undefined : (telling[0] ?? '')
}

/** Of these words, those that say anything. */
const tellingWords = (words: string): string[] =>
  words
    .split(/\s+/)
    .map(bare)
    .filter(word => word !== '' && !SAYS_NOTHING.test(word))

/** "@job_8f2 …" and "to job_8f2 …" address a job as one addresses a person. "@ana …" and "to 2 files …" do not. */
function withoutAddress(text: string): string {
  const [address = ''] = /^\s*(?:(?:to|job)\s+)?[@#]?/i.exec(text) ?? []
  const [word = ''] = /^\S{0,140}/.exec(text.slice(address.length)) ?? []
  const id = bare(word)
  return looksLikeId(id) ? text.slice(address.length) : text
}

/** "2 more examples", "10px wide": hardly a job, where a sentence may stand as well. */
export const isAmount = (word: string): boolean => /^\d{1,6}[a-z]{0,2}$/i.test(word)

/** The first of its words that looks like an id. */
export const jobNamedIn = (text: string): string | undefined => idsIn(decodeSlackText(text))[0]

/** All that look like one. */
export const idsIn = (words: string): string[] => words.split(/\s+/).map(bare).filter(looksLikeId)

function parseLink(url: string, words: string): Command {
  const command = commandFor('linked', words)
  if (command.kind === 'stop') return { kind: 'stop' }
  if (command.kind === 'thread word') return command
  if (command.kind === 'watch') return { kind: 'linked', url, word: command.kind }
  if (command.kind !== 'word') return { kind: 'link', url, words }
  const { word } = command
  return word === 'status' ? { kind: 'linked', url, word } : { kind: word }
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
