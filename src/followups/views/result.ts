import type { types } from '@slack/bolt'
import { type AgentJob, LONGEST_PR_LINK } from '../../agent/agent-job.ts'
import type { PullRequest } from '../../github/github.ts'
import {
  button,
  buttonRow,
  context,
  plainText,
  type SlackMessage,
  section,
  shorten,
  toMessage
} from '../../slack/blocks.ts'
import { escapeInLine, escapeSlackText, slackTime } from '../../slack/slack-text.ts'
import type { Late } from '../model/evidence.ts'
import { type Followup, isFinished, type With } from '../model/followup.ts'
import type { FormDraft } from '../model/followup-form.ts'
import type { Finished } from '../model/progress.ts'
import {
  addressed,
  byAndAt,
  capital,
  DATE,
  durationWords,
  jobName,
  joined,
  mentions,
  quoteSome,
  someNames,
  sourceWords
} from './phrases.ts'

// A job's pull request link can be any address, so it goes by that name only on the repository's own host.

type Linked = Pick<AgentJob, 'prLink' | 'source'> | null | undefined

const LONGEST_HOST = 50

export function pullRequestName(job: Linked): string | undefined {
  if (!job?.prLink) return undefined
  const url = URL.parse(job.prLink)
  if (url === null) return 'pull request'
  if (url.host !== hostOf(job.source?.repository)) return `pull request on ${escapeSlackText(shortHost(url.host))}`
  const number = /\/(?:pull|pulls|pull-requests|merge_requests)\/(\d{1,12})(?!\d)/.exec(url.pathname)?.[1]
  return number === undefined ? 'pull request' : `pull request #${number}`
}

/** The link is just the name when Slack would not take the address. */
export function pullRequestLink(job: Linked): string | undefined {
  const name = pullRequestName(job)
  const address = addressOf(job)
  return address === undefined ? name : `<${escapeSlackText(address.replaceAll('|', '%7C'))}|${name}>`
}

export function pullRequestButtons(job: Linked, isSuccess: boolean): types.Button[] {
  const url = addressOf(job)
  if (url === undefined) return []
  const text = plainText(`View ${pullRequestName(job)}`)
  return [{ type: 'button', action_id: 'open-pull-request', text, url, ...(isSuccess && { style: 'primary' }) }]
}

/** As a browser understands it, without a user name and password that only look like a host. */
function addressOf(job: Linked): string | undefined {
  const url = job?.prLink ? URL.parse(job.prLink) : null
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined
  url.username = ''
  url.password = ''
  return url.href.length > LONGEST_PR_LINK ? undefined : url.href
}

/** The host of `https://github.com/acme/docs` or `git@github.com:acme/docs.git`; `acme/docs` has none. */
function hostOf(repository: string | null | undefined): string | undefined {
  if (!repository) return undefined
  const ssh = /^(?:ssh:\/\/)?[^/@\s]{1,100}@([^/:@\s]{1,255})[:/]/.exec(repository)?.[1]
  return ssh?.toLowerCase() ?? (URL.parse(repository)?.host || undefined)
}

/** Only its end, which shows who owns the name. */
const shortHost = (host: string) => (host.length > LONGEST_HOST ? `…${host.slice(1 - LONGEST_HOST)}` : host)

const REVIEW_ASKED = 'review requested'

export function afterWords({ shown }: Followup): string[] {
  const { pullRequest } = shown ?? {}
  if (!pullRequest) return []
  const { state, failedChecks, isReviewAsked, changesAskedBy } = pullRequest
  if (state === 'merged') return ['merged']
  if (state === 'closed') return ['closed without merging']
  return [
    ...(failedChecks.length > 0 ? [`checks failed${escapeInLine(failedNames(pullRequest))}`] : []),
    ...(changesAskedBy.length > 0 ? [`changes requested by ${escapeInLine(someNames(changesAskedBy))}`] : []),
    ...(isReviewAsked ? [REVIEW_ASKED] : [])
  ]
}

function failedNames({ failedChecks }: PullRequest): string {
  const names = failedChecks.filter(name => name !== '')
  return names.length === 0 ? '' : `: ${someNames(names)}`
}

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`

/** How much the pull request changes, and how much was said about that. */
export function sizeWords({ shown }: Followup): string {
  const { size, comments = 0 } = shown?.pullRequest ?? {}
  return joined(
    size && size.files > 0 && `+${size.additions} −${size.deletions} in ${counted(size.files, 'file')}`,
    comments > 0 && counted(comments, 'review comment')
  )
}

/** What somebody may want to tell the agent about its pull request. */
function fixWords(followup: Followup): string {
  const { pullRequest } = followup.shown ?? {}
  if (pullRequest?.state !== 'open' || !isFinished(followup)) return ''
  const { failedChecks, changesAskedBy } = pullRequest
  const asked = `Address the changes ${someNames(changesAskedBy)} requested on ${pullRequestName(followup.progress.job)}.`
  return [
    ...(failedChecks.length > 0 ? [`Fix the failing checks${failedNames(pullRequest)}.`] : []),
    ...(changesAskedBy.length > 0 ? [asked] : [])
  ].join('\n')
}

/** Opens the form for its job, with those words in it for people to change. */
export function writeButton(followup: Followup): types.Button {
  const { jobId, projectId } = followup
  const draft = { words: fixWords(followup), jobId, projectId } satisfies FormDraft
  return button('open-form', 'Send follow-up', JSON.stringify(draft))
}

export const isForReview = (followup: Followup): boolean =>
  isFinished(followup) &&
  followup.progress.how === 'completed' &&
  pullRequestName(followup.progress.job) !== undefined &&
  afterWords(followup).every(word => word === REVIEW_ASKED)

export const REPORTED_LATE = 'reported late'

export const lateWords = ({ seenAtMs, wasWorking }: Late): string =>
  `${slackTime(seenAtMs, DATE, wasWorking ? 'last seen working ' : 'last looked at ')} · ${REPORTED_LATE}`

/** A run counts from the first follow-up that it was for; nobody knows when another one began. */
export const tookWords = ({ sentAtMs, atMs, endedAtMs = atMs, earlier }: Finished) =>
  earlier ? undefined : `took ${durationWords(endedAtMs - sentAtMs)}`

/** After a failure, the next follow-up comes before what the failed work left. */
function resultButtons(followup: With<Finished>): types.Button[] {
  const { progress } = followup
  const view = pullRequestButtons(progress.job, progress.how === 'completed')
  if (progress.how !== 'failed') return fixWords(followup) === '' ? view : [...view, writeButton(followup)]
  const again = progress.sentAgain ? [] : [button('try-again', 'Try again', progress.resultId)]
  return [...again, writeButton(followup), ...view]
}

const LONGEST_TITLE = 150

export const titleOf = ({ shown }: Followup) =>
  shown?.pullRequest && escapeInLine(shorten(shown.pullRequest.title, LONGEST_TITLE))

/** One result is for everyone in this thread whose follow-up was sent before the run began, or while it ran. */
export function resultMessage(first: With<Finished>, together: Followup[] = [first]): SlackMessage {
  const { jobId, progress } = first
  const buttons = resultButtons(first)
  const title = joined(titleOf(first), sizeWords(first))
  const { late, sentAgain } = progress
  const since = afterWords(first).map(word => `*${capital(word)}*`)
  const count = together.length > 1 ? `${together.length} follow-ups` : undefined
  const when = late ? lateWords(late) : tookWords(progress)
  const footer = joined(...since, count, when, sourceWords(progress.job))
  const next = progress.how === 'failed' ? ' Reply in this thread to try something else.' : ''
  const words = `${jobName(jobId)} ${outcomeWords(progress)}${next}`
  const into = together.filter(other => wasInto(other, progress.resultId))
  const before = together.filter(other => !into.includes(other) && isRunOf(other, progress.resultId))
  const by = mentions(into) && `, by ${mentions(into)}`
  return toMessage(
    section(addressed(together, words)),
    ...quoteSome(before.map(({ prompt }) => prompt)),
    ...(into.length > 0
      ? [context(`Sent while it was working${by}:`), ...quoteSome(into.map(({ prompt }) => prompt))]
      : []),
    ...(title ? [context(title)] : []),
    ...buttonRow(...buttons),
    ...(footer ? [context(footer)] : []),
    ...(sentAgain ? [context(`Tried again · ${byAndAt(sentAgain)}`)] : [])
  )
}

/** Of another run, nobody knows what it was for, but where somebody's words went into the run before. */
const isRunOf = (followup: Followup, resultId: string) =>
  firstResultOf(followup) === resultId || 'isInto' in followup.progress

function wasInto(followup: Followup, resultId: string): boolean {
  const { progress } = followup
  const isInto = progress.state === 'watching' ? progress.evidence.isInto : 'isInto' in progress && progress.isInto
  return isInto === true && firstResultOf(followup) === resultId
}

const firstResultOf = ({ progress }: Followup): string | undefined =>
  ('earlier' in progress ? progress.earlier?.[0] : undefined) ??
  ('resultId' in progress ? progress.resultId : undefined)

type Outcome = Pick<Finished, 'how' | 'job' | 'linkBefore' | 'earlier'>

export function outcomeWords({ how, job, linkBefore, earlier }: Outcome): string {
  const pullRequest = pullRequestLink(job)
  const again = earlier ? ' again' : ''
  if (how === 'failed') return `failed${again}.${pullRequest ? ` It left ${pullRequest}.` : ''}`
  const isSureOfNone = job.prLink === null
  if (how === 'archived')
    return `was archived.${pullRequest ? ` Its ${pullRequest} stays.` : isSureOfNone ? ' It left no pull request.' : ''}`
  if (!pullRequest) return `finished${again}${isSureOfNone ? ', no pull request' : ''}.`
  if (linkBefore === undefined) return `finished${again}: ${pullRequest} is ready.`
  return `finished${again}, ${linkBefore === job.prLink ? 'still' : 'now'} on ${pullRequest}.`
}
