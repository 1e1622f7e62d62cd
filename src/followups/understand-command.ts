import type { SlackMessage } from '../slack/blocks.ts'
import type { FollowupDeps } from './followup-deps.ts'
import { helpMessage, promptMissingMessage } from './messages/private-messages.ts'
import {
  cannotStopMessage,
  chooseJobMessage,
  jobListMessage,
  type KnownJob,
  nameTheJobMessage,
  threadWordMessage,
  whoseStatusMessage,
  withWordNote
} from './messages/slip-messages.ts'
import type { Reader } from './messages/status-message.ts'
import { readStatus } from './read-status.ts'
import { type JobNames, linkNames } from './rules/link-names.ts'
import { COMMAND_WORDS, type Command, commandFor } from './rules/parse-command.ts'
import { saveDraft } from './stores/draft-store.ts'
import { keepWords } from './stores/edit-store.ts'
import { findHolds } from './stores/hold-store.ts'
import { findJobs } from './stores/job-store.ts'
import { jobsNamed, latestOfJobs } from './stores/known-job-store.ts'

/** Asked for something to read; `sentence` and `link` may be instructions. */
export type Question = Command & { kind: 'list' | 'job missing' | 'status' | 'linked status' | 'word' }
type Unnamed = Command & { kind: 'sentence' | 'link' }
export type Instruction = Unnamed | (Command & { kind: 'send' })

export const isInstruction = (command: Question | Instruction): command is Instruction =>
  command.kind === 'send' || command.kind === 'sentence' || command.kind === 'link'

export const wordsOf = (command: Instruction) => (command.kind === 'send' ? command.prompt : command.words)

const JOBS_LISTED = 10
const JOBS_OFFERED = 5

/** The instruction that was meant, or what there is to read. */
export async function understand(deps: FollowupDeps, author: Author, command: Question | Instruction) {
  if (!isInstruction(command)) return answerQuestion(deps, author, command)
  return command.kind === 'send' ? command : findInstruction(deps, author, command)
}

export async function answerQuestion(deps: FollowupDeps, reader: Reader, question: Question): Promise<SlackMessage> {
  const { projectId } = deps
  switch (question.kind) {
    case 'list':
      return jobListMessage(await knownJobs(deps, reader, JOBS_LISTED))
    case 'job missing':
      return askWhichJob(deps, reader, {})
    case 'status':
      return readStatus(deps, { projectId, jobId: question.jobId }, reader)
    case 'word':
      return answerWord(deps, reader, question)
    case 'linked status': {
      const jobId = await findOnly(deps, reader, linkNames(question.url))
      if (jobId !== undefined) return readStatus(deps, { projectId, jobId }, reader)
      return askWhichJob(deps, reader, { link: question.url })
    }
  }
}

/** Whoever typed it, and the message that holds it, if it is none that Slack takes away. */
type Author = Reader & { ts?: string; threadTs?: string; text?: string; fileCount?: number }

/** The instruction that was meant, if what is known in the channel tells which job; otherwise the question which. */
async function findInstruction(
  deps: FollowupDeps,
  reader: Author,
  command: Unnamed
): Promise<{ jobId: string; prompt: string } | SlackMessage> {
  const isLink = command.kind === 'link'
  const found = await findOnly(
    deps,
    reader,
    isLink ? linkNames(command.url) : { ids: [command.firstWord], addresses: [] }
  )
  const jobs = found === undefined ? await knownJobs(deps, reader, JOBS_OFFERED) : []
  const perhapsId = isLink || COMMAND_WORDS.has(command.firstWord.toLowerCase()) ? undefined : command.firstWord
  // With nothing to choose from, the first word may well be the id of the first job here.
  const jobId = found ?? (jobs.length === 0 ? perhapsId : undefined)
  if (jobId === undefined) {
    const named = isLink ? { link: command.url } : perhapsId !== undefined && { firstWord: perhapsId }
    const unclear = { words: command.words, ...named }
    return jobs.length === 0
      ? nameTheJobMessage(unclear)
      : chooseJobMessage(jobs, unclear, await keep(deps, reader, unclear.words))
  }
  const meant = commandFor(jobId, isLink ? command.words : command.rest)
  switch (meant.kind) {
    case 'send':
      return meant
    case 'word':
      return answerWord(deps, reader, meant)
    case 'stop':
      return cannotStopMessage(jobId)
    case 'thread word':
      return threadWordMessage(meant.word)
    default:
      return promptMissingMessage(jobId)
  }
}

/** A word for the bot was typed where the instruction should be: it is answered, not sent. */
async function answerWord(
  deps: FollowupDeps,
  reader: Reader,
  { jobId, word }: Command & { kind: 'word' }
): Promise<SlackMessage> {
  const { projectId } = deps
  const answer = word === 'help' ? helpMessage() : await readStatus(deps, { projectId, jobId }, reader)
  return withWordNote(answer, jobId, word)
}

async function findOnly(
  { database, teamId, projectId }: FollowupDeps,
  { channelId }: Reader,
  names: JobNames
): Promise<string | undefined> {
  const [jobId, ...others] = await jobsNamed(database, { teamId, channelId, projectId }, names)
  return others.length === 0 ? jobId : undefined
}

/** What a message says is kept beside it, and follows its edits. */
async function keep(deps: FollowupDeps, author: Author, words: string): Promise<string> {
  const { database, teamId, projectId, now } = deps
  const { channelId, userId: requesterId, ts: replyTs = null, threadTs = replyTs, text = '', fileCount = 0 } = author
  if (replyTs !== null)
    await keepWords(database, { teamId, channelId, ts: replyTs, userId: requesterId, threadTs }, text)
  return saveDraft(database, { projectId, teamId, channelId, requesterId, words, replyTs, fileCount }, now())
}

const askWhichJob = async (deps: FollowupDeps, reader: Reader, named: { link?: string }) =>
  whoseStatusMessage(await knownJobs(deps, reader, JOBS_OFFERED), named)

async function knownJobs(
  { database, teamId, projectId }: FollowupDeps,
  { channelId }: Reader,
  most: number
): Promise<KnownJob[]> {
  const latest = await latestOfJobs(database, { teamId, channelId, projectId }, most)
  const jobOf = await findJobs(database, latest)
  const holdOf = await findHolds(database, latest)
  return latest.map(followup => ({ latest: followup, job: jobOf(followup), hold: holdOf(followup) }))
}
