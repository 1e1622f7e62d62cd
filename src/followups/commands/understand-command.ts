import type { SlackMessage } from '../../slack/blocks.ts'
import { isDirect } from '../../slack/is-direct.ts'
import { defaultJobFor } from '../answers/default-job.ts'
import { listJobs } from '../answers/list-jobs.ts'
import { readLog } from '../answers/read-log.ts'
import { readStatus } from '../answers/read-status.ts'
import { tellBudget } from '../answers/tell-budget.ts'
import { watchJob } from '../answers/watch-job.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { stopSecrets } from '../guard-words.ts'
import { viewerOf } from '../may-see.ts'
import { helpMessage, promptMissingMessage } from '../messages/private-messages.ts'
import { secretAsIdMessage } from '../messages/secret-messages.ts'
import {
  askedOfWhichMessage,
  cannotStopMessage,
  chooseJobMessage,
  didYouMeanMessage,
  nameTheJobMessage,
  threadWordMessage,
  withDefaultNote,
  withWordNote
} from '../messages/slip-messages.ts'
import { type AskedOfJob, type Command, commandFor, idsIn } from '../rules/parse-command.ts'
import { perhapsId } from '../rules/perhaps-id.ts'
import type { Reader } from '../rules/reader.ts'
import { meantToAsk, readsAsInstruction } from '../rules/reads-as-instruction.ts'
import type { SeenFollowup } from '../rules/seen-followup.ts'
import { saveDraft } from '../stores/draft-store.ts'
import { keepWords } from '../stores/edit-store.ts'
import { findHolds } from '../stores/hold-store.ts'
import { findJobs } from '../stores/job-store.ts'
import { jobsNamed, latestOfJobs, latestSeenBy } from '../stores/known-job-store.ts'
import { findLinkedJob } from './find-linked-job.ts'

/** What sends nothing to an agent; a `sentence` or a `link` may turn out to. */
export type Question = Command & { kind: 'list' | 'budget' | 'job missing' | AskedOfJob | 'linked' | 'word' }
type Unnamed = Command & { kind: 'sentence' | 'link' }
export type Instruction = Unnamed | (Command & { kind: 'send' })

export const isInstruction = (command: Question | Instruction): command is Instruction =>
  command.kind === 'send' || command.kind === 'sentence' || command.kind === 'link'

export const wordsOf = (command: Instruction) => (command.kind === 'send' ? command.prompt : command.words)

const JOBS_OFFERED = 5

/** What was meant for which job. `byDefault`: the channel's default job, as the words name none. */
type Meant = { jobId: string; prompt: string; byDefault?: boolean }

/** The instruction that was meant, or what there is to read. */
export async function understand(
  deps: FollowupDeps,
  author: Author,
  command: Question | Instruction
): Promise<Meant | SlackMessage> {
  if (!isInstruction(command)) return answerQuestion(deps, author, command)
  return command.kind === 'send' ? command : findInstruction(deps, author, command)
}

export async function answerQuestion(deps: FollowupDeps, reader: Author, question: Question): Promise<SlackMessage> {
  switch (question.kind) {
    case 'list':
      return listJobs(deps, reader)
    case 'budget':
      return tellBudget(deps, reader)
    case 'job missing':
      return answerByDefault(deps, reader, question)
    case 'status':
    case 'log':
    case 'watch':
      return answerAsked(deps, reader, question.kind, question.jobId)
    case 'word':
      return answerWord(deps, reader, question)
    case 'linked': {
      const { word, url } = question
      const jobId = await findLinkedJob(deps, reader, url)
      return jobId === undefined
        ? askWhichJob(deps, reader, { word, link: url })
        : answerAsked(deps, reader, word, jobId)
    }
  }
}

/** Of the job that was chosen for what names none; otherwise the question which. */
async function answerByDefault(
  deps: FollowupDeps,
  reader: Author,
  question: Command & { kind: 'job missing' }
): Promise<SlackMessage> {
  const chosen = await defaultJobFor(deps, reader.channelId)
  if (chosen === undefined) return askWhichJob(deps, reader, question)
  return withDefaultNote(await answerAsked(deps, reader, question.word, chosen.value), chosen.value)
}

async function answerAsked(deps: FollowupDeps, reader: Author, word: AskedOfJob, jobId: string): Promise<SlackMessage> {
  const secrets = stopSecrets(deps, 'id', jobId)
  if (secrets.length > 0) return secretAsIdMessage(secrets, reader.ts !== undefined)
  switch (word) {
    case 'status':
      return readStatus(deps, { projectId: deps.projectId, jobId }, reader)
    case 'log':
      return readLog(deps, reader, jobId)
    case 'watch':
      return watchJob(deps, jobId, reader)
  }
}

/** Whoever typed it, and the message that holds it, if it is none that Slack takes away. */
type Author = Reader & { ts?: string; threadTs?: string; text?: string; fileCount?: number }

/**
 * The instruction that was meant, if what is known in the channel tells which job, or one was chosen for such words; otherwise the
 * question which.
 */
async function findInstruction(deps: FollowupDeps, reader: Author, command: Unnamed): Promise<Meant | SlackMessage> {
  const isLink = command.kind === 'link'
  const named = isLink ? [] : await findById(deps, reader, [command.firstWord, ...idsIn(command.words)])
  const found = isLink
    ? await findLinkedJob(deps, reader, command.url)
    : named.find(jobId => jobId === command.firstWord)
  const byDefault = isLink || found !== undefined ? undefined : await meantByDefault(deps, reader, command.words, named)
  if (byDefault) return byDefault
  const meantToBe = isLink || found !== undefined ? undefined : meantToAsk(command.words)
  if (meantToBe !== undefined) return didYouMeanMessage(meantToBe, command.words)
  const isNamed = ({ followup: { jobId } }: SeenFollowup) => named.includes(jobId)
  const known = found === undefined ? await knownJobs(deps, reader) : []
  const jobs = [...known.filter(isNamed), ...known.filter(job => !isNamed(job))]
  const firstWord = isLink || known.some(isNamed) ? undefined : perhapsId(command)
  // With nothing to choose from, the first word may well be the id of the first job here.
  const jobId = found ?? (jobs.length === 0 ? firstWord : undefined)
  if (jobId === undefined) {
    const said = isLink ? { link: command.url } : firstWord !== undefined && { firstWord }
    const unclear = { words: command.words, ...said }
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
    case 'watch':
      return answerAsked(deps, reader, meant.kind, jobId)
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
  const answer = word === 'help' ? helpMessage() : await answerQuestion(deps, reader, { kind: word, jobId })
  return withWordNote(answer, jobId, word)
}

/** Those of which the channel knows a job of that name. */
const findById = ({ database, teamId, projectId }: FollowupDeps, { channelId }: Reader, ids: string[]) =>
  jobsNamed(database, { teamId, channelId, projectId }, { ids, addresses: [] })

/** An instruction for that job. What looks like a slip is asked about. */
async function meantByDefault(
  deps: FollowupDeps,
  author: Author,
  prompt: string,
  named: string[]
): Promise<Meant | undefined> {
  const chosen = await defaultJobFor(deps, author.channelId)
  if (chosen === undefined) return undefined
  const { value: jobId } = chosen
  const isMeant = named.every(id => id === jobId) && readsAsInstruction(prompt, jobId)
  return isMeant ? { jobId, prompt, byDefault: true } : undefined
}

/** What a message says is kept beside it, and follows its edits. */
async function keep(deps: FollowupDeps, author: Author, words: string): Promise<string> {
  const { database, teamId, projectId, now } = deps
  const { channelId, userId: requesterId, ts: replyTs = null, threadTs = replyTs, text = '', fileCount = 0 } = author
  if (replyTs !== null)
    await keepWords(database, { teamId, channelId, ts: replyTs, userId: requesterId, threadTs }, text)
  return saveDraft(database, { projectId, teamId, channelId, requesterId, words, replyTs, fileCount }, now())
}

const askWhichJob = async (deps: FollowupDeps, reader: Reader, asked: { word: AskedOfJob; link?: string }) =>
  askedOfWhichMessage(await knownJobs(deps, reader), asked)

/** In a direct message, the jobs that are known are those of the one who writes. */
async function knownJobs(deps: FollowupDeps, reader: Reader): Promise<SeenFollowup[]> {
  const { database, teamId, projectId } = deps
  const { channelId } = reader
  const latest = isDirect(channelId)
    ? await latestSeenBy(database, await viewerOf(deps, reader), JOBS_OFFERED)
    : await latestOfJobs(database, { teamId, channelId, projectId }, JOBS_OFFERED)
  const jobOf = await findJobs(database, latest)
  const holdOf = await findHolds(database, latest)
  return latest.map(followup => ({ followup, job: jobOf(followup), hold: holdOf(followup) }))
}
