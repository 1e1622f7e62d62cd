import type { Sql } from '../../database/database.ts'
import type { SlackMessage } from '../../slack/blocks.ts'
import { decodeSlackText } from '../../slack/slack-text.ts'
import { type Refused, recordRefusal } from '../check-permission.ts'
import type { FollowupDeps } from '../followup-deps.ts'
import {
  type AskedOfJob,
  type FollowupIntent,
  type Intent,
  idsIn,
  isOfKind,
  jobNamedIn,
  type Named
} from '../intent/read.ts'
import { maySeeThread } from '../may-see.ts'
import type { FoundSecret } from '../model/find-secrets.ts'
import { jobIdIn, linkedMessage, linkNames } from '../model/links.ts'
import { namesWhen, parseWhen, type Said, withoutWhen } from '../model/parse-when.ts'
import type { Reader } from '../model/seen.ts'
import { ABOVE, DEFAULTS, defaultJobIn } from '../model/setting.ts'
import type { Wait } from '../model/wait.ts'
import { jobsNamed } from '../stores/seen-store.ts'
import { findChoice } from '../stores/setting-store.ts'
import { findThread } from '../stores/thread-store.ts'
import {
  answer,
  answerAtOnce,
  isToAnswer,
  notSent,
  type SaidIn,
  secretFoundMessage,
  withDefaultNote
} from '../views/answers.ts'
import { listJobs, readStatus, watchJob } from './answer-questions.ts'

export const defaultJobFor = ({ database, teamId, projectId }: FollowupDeps, channelId: string) =>
  findChoice(database, teamId, [channelId], defaultJobIn(projectId))

/** Whether messages above one in its thread may go along from this channel. */
export const mayTakeAbove = async (
  { teamId, sendsAbove }: Pick<FollowupDeps, 'teamId' | 'sendsAbove'>,
  sql: Sql,
  channelId: string
) => sendsAbove && ((await findChoice(sql, teamId, [channelId], ABOVE)) ?? DEFAULTS.above) === 'along'

/** A link may lead to the page of a job, to its card or thread, to its pull request, or hold its id. */
async function findLinkedJob(deps: FollowupDeps, reader: Reader, link: string): Promise<string | undefined> {
  const { database, teamId, projectId, workspaceUrl, jobLink } = deps
  const named = jobLink === undefined ? undefined : jobIdIn(link, jobLink)
  if (named !== undefined) return named
  const message = linkedMessage(link, workspaceUrl)
  if (message) {
    const thread = await findThread(database, { teamId, ...message })
    const isSeen = thread?.projectId === projectId && (await maySeeThread(deps, reader, thread))
    return isSeen ? thread.jobId : undefined
  }
  const [jobId, ...others] = await jobsNamed(database, { ...reader, teamId, projectId }, linkNames(link))
  return others.length === 0 ? jobId : undefined
}

/** For which job. `byDefault`: the channel's default job, as the words name none. */
type Found = { jobId: string; words: string; byDefault?: boolean }

export type Meant = Found & { prompt: string; wait?: Wait }

type Author = Reader & { writtenAtMs: number; ownJobId?: string | undefined }

/** What goes to the agent, and when; or else what its author reads. */
export async function understand(deps: FollowupDeps, author: Author, intent: Intent): Promise<Meant | SlackMessage> {
  const found = await findMeant(deps, author, intent)
  if ('blocks' in found) return found
  const said = await readWhen(deps, found.words, author)
  return 'problem' in said
    ? notSent({ words: found.words, jobId: found.jobId, wait: said.wait }, 'not then', said.problem)
    : { ...found, ...said }
}

async function findMeant(deps: FollowupDeps, author: Author, intent: Intent): Promise<Found | SlackMessage> {
  if (!isToAnswer(intent)) return answerAtOnce(intent)
  if (intent.kind === 'list') return listJobs(deps, author)
  if (intent.kind !== 'follow up') return answerAsked(deps, author, intent)
  return author.ownJobId === undefined || intent.job
    ? forNamedOrDefaultJob(deps, author, intent)
    : forThread(deps, author, intent, author.ownJobId)
}

async function answerAsked(
  deps: FollowupDeps,
  author: Author,
  { kind, job }: { kind: AskedOfJob; job?: Named }
): Promise<SlackMessage> {
  if (job) {
    const jobId = await findJob(deps, author, job)
    return jobId === undefined
      ? answer('which job', kind, 'url' in job ? job.url : undefined)
      : answerAbout(deps, author, kind, jobId)
  }
  if (author.ownJobId !== undefined) return answerAbout(deps, author, kind, author.ownJobId)
  const chosen = await defaultJobFor(deps, author.channelId)
  if (chosen === undefined) return answer('which job', kind)
  return withDefaultNote(await answerAbout(deps, author, kind, chosen), chosen)
}

const answerAbout = (deps: FollowupDeps, author: Author, kind: AskedOfJob, jobId: string): Promise<SlackMessage> =>
  kind === 'status' ? readStatus(deps, { projectId: deps.projectId, jobId }, author) : watchJob(deps, jobId, author)

const findJob = (deps: FollowupDeps, author: Author, job: Named) =>
  'url' in job ? findLinkedJob(deps, author, job.url) : job.jobId

/** What a prompt begins with, without quotes or brackets. */
const FIRST_ID = /^[^\p{L}\p{N}_]*(https?:\/\/|\w(?:[\w.:-]*\w)?)/iu

async function forNamedOrDefaultJob(
  deps: FollowupDeps,
  author: Author,
  intent: FollowupIntent
): Promise<Found | SlackMessage> {
  const { job, prompt, perhaps } = intent
  if (job) {
    const jobId = await findJob(deps, author, job)
    if (jobId === undefined) return notSent({ words: prompt }, 'which job', 'url' in job ? job.url : undefined)
    return prompt === '' ? notSent({ words: '', jobId }, 'no words', jobId) : { jobId, words: prompt }
  }
  const first = perhaps && 'jobId' in perhaps.job ? perhaps.job.jobId : undefined
  const afterTime = withoutWhen(prompt)
  const [, then] = afterTime === prompt ? [] : (FIRST_ID.exec(afterTime) ?? [])
  const ids = [first, then, ...idsIn(prompt)].flatMap(id => id ?? [])
  const named = await findKnown(deps, author, ids)
  if (perhaps && named.some(id => id === first)) return findMeant(deps, author, perhaps.intent)
  const chosen = await defaultJobFor(deps, author.channelId)
  const isForAnother = (id: string) =>
    id !== chosen &&
    (named.includes(id) || isOfKind(id, chosen ?? '') || (id === then && (jobNamedIn(id) || id.endsWith('/'))))
  if (chosen === undefined || ids.some(isForAnother)) return notSent({ words: prompt }, 'which job')
  return { jobId: chosen, words: prompt, byDefault: true }
}

/** Unless it begins by naming another job: a thread has one. */
async function forThread(
  deps: FollowupDeps,
  author: Author,
  { prompt, perhaps }: FollowupIntent,
  jobId: string
): Promise<Found | SlackMessage> {
  const otherId = perhaps && (await findOther(deps, author, perhaps.job, jobId))
  if (perhaps === undefined || otherId === undefined) return { jobId, words: prompt }
  const { intent } = perhaps
  if (intent.kind !== 'follow up') return findMeant(deps, author, intent)
  const { wait } = await readWhen(deps, prompt, author)
  return notSent({ words: intent.prompt, jobId: otherId, wait }, 'another job', jobId, otherId)
}

/** The channel knows it, or it looks like the thread's own. */
async function findOther(deps: FollowupDeps, author: Author, job: Named, ownId: string): Promise<string | undefined> {
  const jobId = await findJob(deps, author, job)
  if (jobId === undefined || jobId === ownId) return undefined
  const isKnown = 'url' in job || isOfKind(jobId, ownId) || (await findKnown(deps, author, [jobId])).length > 0
  return isKnown ? jobId : undefined
}

const findKnown = ({ database, teamId, projectId }: FollowupDeps, reader: Reader, ids: string[]) =>
  jobsNamed(database, { ...reader, teamId, projectId }, { ids, addresses: [] })

/** A follow-up, and when it is to go out if its author wrote that in front of it, by their own clock. */
export async function readWhen(
  { people }: FollowupDeps,
  words: string,
  { userId, writtenAtMs }: Pick<Author, 'userId' | 'writtenAtMs'>
): Promise<Said> {
  const named = namesWhen(words)
  if (named === undefined) return { prompt: words }
  // Who they are was asked a moment ago, so this waits for nobody.
  const zone = named === 'time' ? await people.timeZoneOf(userId).catch(() => undefined) : undefined
  return parseWhen(words, { nowMs: writtenAtMs, zone })
}

/** What the author reads if the words, as Slack writes them, hold a secret. Undefined: they may go on. */
export async function guardWords(
  deps: FollowupDeps,
  author: Refused,
  from: SaidIn,
  words: string
): Promise<SlackMessage | undefined> {
  const found = await stopSecrets(deps, author, from, decodeSlackText(words))
  return found.length === 0 ? undefined : secretFoundMessage(found, from)
}

export async function stopSecrets(
  deps: FollowupDeps,
  author: Refused,
  from: string,
  text: string
): Promise<FoundSecret[]> {
  const found = deps.findSecrets(text)
  if (found.length === 0) return found
  const kinds = found.map(({ what }) => what)
  deps.log.info({ from, found: kinds }, 'A message containing a secret was blocked')
  await recordRefusal(deps, author, kinds.join(', '))
  return found
}
