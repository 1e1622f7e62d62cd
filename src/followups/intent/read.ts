import { decodeSlackText, withoutLeadingMention } from '../../slack/slack-text.ts'
import { withoutWhen } from '../model/parse-when.ts'
import { namedFirst } from './named-first.ts'
import { type AskedOfJob, type Command, commandFor, isAmount, parseCommand } from './parse-command.ts'
import { type BotWord, parseReply } from './parse-reply.ts'

/** The job that words name: by its id, or by a link that leads to it. */
export type Named = { jobId: string } | { url: string }

/** Without a job it is for that of its thread, or for the default one; without a prompt it says nothing yet. */
export type Instruction = {
  kind: 'instruct'
  prompt: string
  job?: Named
  /** What may be a job at the beginning, and what the words mean if it is one. */
  perhaps?: { job: Named; intent: Intent }
}

/** What somebody means who writes to the bot, or in a job's thread: the same whichever way they do. */
export type Intent =
  | Instruction
  | { kind: 'nothing' | 'aside' | 'thanks' | 'too long' | 'help' | 'list' | 'settings' }
  | { kind: 'stop'; jobId?: string | undefined }
  /** It means something only in the thread of a job. */
  | { kind: 'thread word'; word: string }
  | { kind: AskedOfJob; job?: Named }
  | { kind: 'not a job id'; word: string; words: string }
  | { kind: 'several jobs'; jobIds: [string, string]; words: string; asked?: AskedOfJob | undefined }

type Context = {
  botUserId: string
  /** The job of the thread in which it was written. */
  jobId?: string
}

export function read(text: string, { botUserId, jobId }: Context): Intent {
  const reply = parseReply(text, botUserId)
  switch (reply.kind) {
    case 'word':
      return toIntentOfWord(reply.word)
    case 'empty':
      return { kind: 'nothing' }
    case 'chatter':
      return { kind: 'thanks' }
    case 'stop':
      return { kind: 'stop', jobId }
    case 'aside':
    case 'too long':
      return { kind: reply.kind }
    case 'instruction': {
      const words = withoutLeadingMention(text, botUserId)
      return jobId === undefined ? toIntent(parseCommand(words)) : readInThread(words, jobId)
    }
  }
}

/** What words mean that are for this job. */
export const readFor = (jobId: string, words: string): Intent => toIntent(commandFor(jobId, words))

function toIntentOfWord(word: BotWord): Intent {
  switch (word) {
    case 'status':
    case 'watch':
    case 'list':
    case 'help':
      return { kind: word }
    default:
      return { kind: 'thread word', word }
  }
}

/** Everything is for its job, but what asks about a job, and what begins by naming another one. */
function readInThread(words: string, jobId: string): Intent {
  const whole = toIntent(parseCommand(words))
  if (whole.kind === 'instruct' && whole.prompt !== '' && isNamed(whole.job, jobId))
    return { kind: 'instruct', prompt: whole.prompt }
  const command = parseCommand(withoutWhen(words))
  const said = toIntent(command)
  const job = namedFirst(command, jobId)
  const isOwn = isNamed(job, jobId)
  if (isOwn && command.kind !== 'send') return said
  const prompt = decodeSlackText(words).trim()
  return { kind: 'instruct', prompt, ...(job && !isOwn && { perhaps: { job, intent: said } }) }
}

const isNamed = (job: Named | undefined, jobId: string) => job !== undefined && 'jobId' in job && job.jobId === jobId

/** A word for the bot, and nothing else. */
export const isWord = (intent: Intent): boolean =>
  ['thread word', 'status', 'watch', 'list', 'help'].includes(intent.kind) && !('job' in intent && intent.job)

/** A job's id, and nothing else. */
export const idAlone = (intent: Intent): string | undefined =>
  intent.kind === 'instruct' && intent.prompt === '' && intent.job && 'jobId' in intent.job
    ? intent.job.jobId
    : undefined

/** It names its job itself, or asks about one: under their own direct message, people can write that as outside of it. */
export function namesItsJob(intent: Intent): boolean {
  if (intent.kind === 'several jobs' || intent.kind === 'list') return true
  if (!('job' in intent) || intent.job === undefined) return false
  const isWord = intent.kind === 'instruct' && 'jobId' in intent.job && isAmount(intent.job.jobId)
  return !isWord && !(intent.kind === 'instruct' && intent.prompt === '')
}

function toIntent(command: Command): Intent {
  switch (command.kind) {
    case 'status':
    case 'watch':
      return { kind: command.kind, job: { jobId: command.jobId } }
    case 'job missing':
      return { kind: command.word }
    case 'linked':
      return { kind: command.word, job: { url: command.url } }
    case 'word':
      return command.word === 'status' ? { kind: 'status', job: { jobId: command.jobId } } : { kind: command.word }
    case 'send':
      return { kind: 'instruct', job: { jobId: command.jobId }, prompt: command.prompt }
    case 'prompt missing':
      return { kind: 'instruct', job: { jobId: command.jobId }, prompt: '' }
    case 'link':
      return { kind: 'instruct', job: { url: command.url }, prompt: command.words }
    case 'sentence': {
      const { firstWord: jobId, rest, words } = command
      return { kind: 'instruct', prompt: words, perhaps: { job: { jobId }, intent: readFor(jobId, rest) } }
    }
    case 'not a job id':
      return { kind: command.kind, word: command.word, words: command.prompt }
    case 'several jobs':
      return { kind: command.kind, jobIds: command.jobIds, words: command.words, asked: command.word }
    default:
      return command
  }
}
