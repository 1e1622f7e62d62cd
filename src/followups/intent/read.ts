import { LIMITS } from '../../slack/blocks.ts'
import { decodeSlackText, withoutLeadingMention } from '../../slack/slack-text.ts'
import { withoutWhen } from '../model/parse-when.ts'

/** The job that words name: by its id, or by a link that leads to it. */
export type Named = { jobId: string } | { url: string }

/** Without a job it is for that of its thread, or for the default one; without a prompt it says nothing yet. */
export type FollowupIntent = {
  kind: 'follow up'
  prompt: string
  job?: Named
  /** What may be a job at the beginning, and what the words mean if it is one. */
  perhaps?: { job: Named; intent: Intent }
}

const ASKED = ['status', 'watch'] as const

/** What can be asked about one job. */
export type AskedOfJob = (typeof ASKED)[number]

const THREAD_WORDS = ['mute', 'unmute', 'only mentions', 'every reply'] as const

/** These mean something only in the thread of a job. */
export type ThreadWord = (typeof THREAD_WORDS)[number]

const WORDS = [...ASKED, ...THREAD_WORDS, 'help', 'list', 'settings', 'doctor', 'stop'] as const

type Word = (typeof WORDS)[number]

/** What people type for one of them. */
const MEANT = new Map<string, Word>([
  ['abort', 'stop'],
  ['cancel', 'stop'],
  ['jobs', 'list'],
  ['only mention', 'only mentions']
])

/** What somebody means who writes to the bot, or in a job's thread: the same whichever way they do. */
export type Intent =
  | FollowupIntent
  | { kind: 'nothing' | 'aside' | 'thanks' | 'too long' }
  | { kind: AskedOfJob; job?: Named }
  | { kind: 'list'; job?: Named }
  | { kind: 'help' | 'settings' | 'doctor' | 'stop'; job?: Named }
  | { kind: 'thread word'; word: ThreadWord }
  | { kind: 'not a job id'; word: string; words: string }
  /** It begins by naming two. `words` are all that was written. */
  | { kind: 'several jobs'; jobIds: [string, string]; words: string }

type Context = {
  botUserId: string
  /** The job of the thread in which it was written. */
  jobId?: string | undefined
}

export function read(text: string, { botUserId, jobId }: Context): Intent {
  if (text.length > LIMITS.typedText) return { kind: 'too long' }
  const written = withoutLeadingMention(text, botUserId)
  const words = decodeSlackText(written).trim()
  if (/^\p{Cf}*$/u.test(words)) return { kind: 'nothing' }
  if (/^\p{Cf}*\/\//u.test(words)) return { kind: 'aside' }
  const word = wordIn(words)
  if (word) return intentOf(word)
  if (isThanks(written)) return { kind: 'thanks' }
  return jobId === undefined ? readAnywhere(written) : readInThread(written.trim(), jobId)
}

/** What words mean that are for this job. */
export function readFor(job: Named, words: string): Intent {
  const word = wordIn(words)
  return word ? intentOf(word, job) : { kind: 'follow up', job, prompt: words }
}

/** The word for the bot that this is, and nothing else. */
function wordIn(words: string): Word | undefined {
  if (words.length > LONGEST_SLIP) return undefined
  const plain = bare(words.replace(/\p{Cf}/gu, ''))
    .replace(/^!/, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
  return WORDS.find(word => word === plain) ?? MEANT.get(plain)
}

const intentOf = (word: Word, job?: Named): Intent =>
  isThreadWord(word) ? { kind: 'thread word', word } : { kind: word, ...(job && { job }) }

const isThreadWord = (word: Word): word is ThreadWord => THREAD_WORDS.some(one => one === word)

const LONGEST_SLIP = 200

const THANKS = 'thanks|thank you|thx|ty|cheers|lgtm|great|nice|perfect|ok'

// As Slack delivers them (`:tada:`, `:+1::skin-tone-2:`), as characters, and as they were typed before there were any.
const EMOJI = /:[\p{L}\p{N}_+\-]{1,80}:|\p{RGI_Emoji}|\p{Extended_Pictographic}|<3|[:;]-?[\)dp](?=[\s!.]|$)/giv
const ONLY_THANKS = new RegExp(String.raw`^[\s!.,*_]*(?:(?:${THANKS})(?:[\s!.,*_]+|$))*$`, 'i')

// Whom somebody thanks is not part of what they say.
const MENTION = /<@[A-Z0-9]{1,40}(?:\|[^<>]{0,200})?>/g

/** Nothing but emoji and ten words of thanks or praise. Whoever meant it for the agent can still send it. */
function isThanks(written: string): boolean {
  if (written.length > LONGEST_SLIP) return false
  const said = decodeSlackText(written.replace(MENTION, ' ')).trim()
  const words = said.replace(EMOJI, ' ')
  return ONLY_THANKS.test(words) && (words !== said || /\p{L}/u.test(words))
}

/** Everything is for its job, but what asks about a job, and what begins by naming another one. */
function readInThread(written: string, jobId: string): Intent {
  const withoutTime = withoutWhen(written)
  const said = readAnywhere(withoutTime)
  const job = namedFirst(said, jobId)
  const isOwn = job !== undefined && 'jobId' in job && job.jobId === jobId
  if (isOwn && (said.kind !== 'follow up' || said.prompt === '')) return said
  const time = decodeSlackText(written.slice(0, written.length - withoutTime.length))
  if (isOwn && said.kind === 'follow up') return { kind: 'follow up', prompt: time + said.prompt }
  const prompt = decodeSlackText(written)
  return { kind: 'follow up', prompt, ...(job && !isOwn && { perhaps: { job, intent: said } }) }
}

/** The job that words begin by naming; of two, not `ownId`. Further on, a job is only talked about. */
function namedFirst(intent: Intent, ownId: string): Named | undefined {
  if (intent.kind === 'several jobs') return { jobId: intent.jobIds.find(id => id !== ownId) ?? ownId }
  if (!('job' in intent) || intent.job === undefined) return undefined
  const isTalk =
    'jobId' in intent.job
      ? isAmount(intent.job.jobId) && (intent.job.jobId === ownId || !isAmount(ownId))
      : intent.kind === 'follow up' && !intent.prompt
  return isTalk ? undefined : intent.job
}

/** "2 more examples", "10px wide": hardly a job, where a sentence may stand as well. */
const isAmount = (word: string) => /^\d{1,6}[a-z]{0,2}$/i.test(word)

/** A word for the bot, and nothing else. */
export const isWord = (intent: Intent): boolean =>
  ['thread word', 'help', 'list', 'settings', 'doctor', ...ASKED].includes(intent.kind) &&
  !('job' in intent && intent.job)

/** A job's id, and nothing else. */
export const idAlone = (intent: Intent): string | undefined =>
  intent.kind === 'follow up' && intent.prompt === '' && intent.job && 'jobId' in intent.job
    ? intent.job.jobId
    : undefined

const PLAIN_WORD = /^\p{L}{1,40}(?:['’]\p{L}{1,10})?$/u

/** What names its job itself, if any. */
function readAnywhere(written: string): Intent {
  const link = linkAtStart(written)
  if (link) return readFor({ url: link.url }, link.rest)
  const words = decodeSlackText(written).trim()
  // A mentioned person or channel may have the name of a job, and is none.
  if (/^[\s\p{Cf}]*<[@#!]/u.test(written)) return { kind: 'follow up', prompt: words }
  const [word = ''] = /^\S*/.exec(words) ?? []
  const rest = words.slice(word.length).trim()
  const known = wordIn(word)
  const asked = known && readAround(known, rest, written.trimStart().slice(word.length))
  if (asked) return asked
  const jobId = bare(word)
  if (PLAIN_WORD.test(jobId) && !word.startsWith('`') && rest !== '')
    return { kind: 'follow up', prompt: words, perhaps: { job: { jobId }, intent: readFor({ jobId }, rest) } }
  if (!JOB_ID.test(jobId)) return { kind: 'not a job id', word, words: rest }
  const second = word.endsWith(':') ? undefined : secondJob(jobId, rest)
  return second ? { kind: 'several jobs', jobIds: [jobId, second], words } : readFor({ jobId }, rest)
}

/** A word for the bot and the job that it is about; undefined when the words make a sentence, which may be a follow-up. */
function readAround(word: Word, rest: string, restAsWritten: string): Intent | undefined {
  const asked = ASKED.find(each => each === word)
  const link = asked && linkAtStart(restAsWritten)
  if (link) return { kind: asked, job: { url: link.url } }
  const jobId = bare(rest)
  if (JOB_ID.test(jobId) && (asked || !PLAIN_WORD.test(jobId))) return intentOf(word, { jobId })
  return asked && !/\s/.test(jobId) ? { kind: 'not a job id', word: jobId, words: '' } : undefined
}

/** Slack's own form of a link at the beginning. Its label may have blanks in it, or be the id of a job that looks like a host. */
const LEADING_LINK = /^[\s`]{0,20}<(https?:\/\/[^<>|\s]{1,2000})(?:\|[^<>]{0,2000})?>`?/i
const LONGEST_LINK = 2_000

/** A link as Slack writes it or as it was typed. Text that Slack only took for a link is none. */
function linkAtStart(text: string): { url: string; rest: string } | undefined {
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

export const JOB_ID = /^[A-Za-z0-9_][A-Za-z0-9_.:-]{0,127}$/

// Code marks, what addresses somebody, what ends a sentence, and what nobody sees.
const BEFORE_AN_ID = /^[\s`@#*\p{Cf}]+/u
const AFTER_AN_ID = /[\s`*,.:;!?\p{Cf}]/u

/** Scans from the end: a regular expression for the end of a text starts over at each of its characters. */
function bare(word: string): string {
  let end = word.length
  while (end > 0 && AFTER_AN_ID.test(word.charAt(end - 1))) end--
  return word.slice(0, end).replace(BEFORE_AN_ID, '')
}

export const looksLikeId = (word: string) => JOB_ID.test(word) && /\d/.test(word) && /[a-z]/i.test(word)

/** All that look like one. */
export const idsIn = (words: string): string[] => words.split(/\s+/).map(bare).filter(looksLikeId)

/** The first that is hardly an amount. */
export const jobNamedIn = (words: string) => idsIn(words).find(id => !isAmount(id))

/** "docs-2.md is old" is about a file. */
const FILE = /\.[a-z]\w{0,4}$/i

/** Ids that begin alike are of the same kind: `job_8f2`, `job_c90`. */
export function isOfKind(id: string, jobId: string): boolean {
  const [kind] = /^[a-z]+[_.:-]/i.exec(jobId) ?? []
  return kind !== undefined && id.startsWith(kind) && !FILE.test(id)
}

const NEXT = /^(?:(?:,|&|\+|and|or)\s+){0,2}(\S{1,140})/i

/** The job that is named right after this one, as in "job_8f2 and job_c90 …". Further on, a job is only talked about. */
function secondJob(jobId: string, words: string): string | undefined {
  const [, next = ''] = NEXT.exec(words) ?? []
  const id = bare(next)
  return id !== jobId && looksLikeId(id) && isOfKind(id, jobId) ? id : undefined
}
