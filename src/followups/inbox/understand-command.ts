import type { SlackMessage } from '../../slack/blocks.ts'
import { defaultJobFor } from '../answers/default-job.ts'
import { listJobs } from '../answers/list-jobs.ts'
import { readStatus } from '../answers/read-status.ts'
import { watchJob } from '../answers/watch-job.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import { stopSecrets } from '../guard-words.ts'
import { isChatter } from '../intent/chatter.ts'
import { type AskedOfJob, type Command, commandFor, idsIn } from '../intent/parse-command.ts'
import { isOfKind } from '../intent/typed-id.ts'
import { answerAtOnce } from '../messages/answer-at-once.ts'
import { helpMessage, promptMissingMessage } from '../messages/private-messages.ts'
import { secretAsIdMessage } from '../messages/secret-messages.ts'
import { askedOfWhichMessage, whichJobMessage, withDefaultNote } from '../messages/slip-messages.ts'
import type { Reader } from '../rules/reader.ts'
import { jobsNamed } from '../stores/known-job-store.ts'
import { findLinkedJob } from './find-linked-job.ts'

/** What sends nothing to an agent; a `sentence` or a `link` may turn out to. */
export type Question = Command & { kind: 'list' | 'job missing' | AskedOfJob | 'linked' | 'word' }
type Unnamed = Command & { kind: 'sentence' | 'link' }
export type Instruction = Unnamed | (Command & { kind: 'send' })

export const isInstruction = (command: Question | Instruction): command is Instruction =>
  command.kind === 'send' || command.kind === 'sentence' || command.kind === 'link'

export const wordsOf = (command: Instruction) => (command.kind === 'send' ? command.prompt : command.words)

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
    case 'job missing':
      return answerByDefault(deps, reader, question)
    case 'status':
    case 'watch':
      return answerAsked(deps, reader, question.kind, question.jobId)
    case 'word':
      return question.word === 'help'
        ? helpMessage()
        : answerQuestion(deps, reader, { kind: question.word, jobId: question.jobId })
    case 'linked': {
      const { word, url } = question
      const jobId = await findLinkedJob(deps, reader, url)
      return jobId === undefined ? askedOfWhichMessage(word, url) : answerAsked(deps, reader, word, jobId)
    }
  }
}

/** Of the job that was chosen for what names none. */
async function answerByDefault(
  deps: FollowupDeps,
  reader: Author,
  question: Command & { kind: 'job missing' }
): Promise<SlackMessage> {
  const chosen = await defaultJobFor(deps, reader.channelId)
  if (chosen === undefined) return askedOfWhichMessage(question.word)
  return withDefaultNote(await answerAsked(deps, reader, question.word, chosen.value), chosen.value)
}

async function answerAsked(deps: FollowupDeps, reader: Author, word: AskedOfJob, jobId: string): Promise<SlackMessage> {
  const secrets = stopSecrets(deps, 'id', jobId)
  if (secrets.length > 0) return secretAsIdMessage(secrets, reader.ts !== undefined)
  switch (word) {
    case 'status':
      return readStatus(deps, { projectId: deps.projectId, jobId }, reader)
    case 'watch':
      return watchJob(deps, jobId, reader)
  }
}

/** Whoever typed it, and the message that holds it, if it is none that Slack takes away. */
type Author = Reader & { ts?: string }

/** The instruction that was meant, if the channel knows its job, or one was chosen for words that name none. */
async function findInstruction(deps: FollowupDeps, reader: Author, command: Unnamed): Promise<Meant | SlackMessage> {
  const isLink = command.kind === 'link'
  const named = isLink ? [] : await findById(deps, reader, [command.firstWord, ...idsIn(command.words)])
  const jobId = isLink
    ? await findLinkedJob(deps, reader, command.url)
    : named.find(known => known === command.firstWord)
  if (jobId === undefined) {
    const byDefault = isLink ? undefined : await meantByDefault(deps, reader, command.words, named)
    return byDefault ?? whichJobMessage(command.words, isLink ? command.url : undefined)
  }
  const meant = commandFor(jobId, isLink ? command.words : command.rest)
  if (meant.kind === 'send') return meant
  const answer = answerAtOnce(meant)
  return 'blocks' in answer || isInstruction(answer)
    ? promptMissingMessage(jobId)
    : answerQuestion(deps, reader, answer)
}

/** Those of which the channel knows a job of that name. */
const findById = ({ database, teamId, projectId }: FollowupDeps, { channelId }: Reader, ids: string[]) =>
  jobsNamed(database, { teamId, channelId, projectId }, { ids, addresses: [] })

/** An instruction for the default job, unless it names another one or only says thanks. */
async function meantByDefault(
  deps: FollowupDeps,
  { channelId }: Reader,
  prompt: string,
  named: string[]
): Promise<Meant | undefined> {
  const chosen = await defaultJobFor(deps, channelId)
  if (chosen === undefined) return undefined
  const { value: jobId } = chosen
  const isForAnother = [...named, ...idsIn(prompt).filter(id => isOfKind(id, jobId))].some(id => id !== jobId)
  return isForAnother || isChatter(prompt) ? undefined : { jobId, prompt, byDefault: true }
}
