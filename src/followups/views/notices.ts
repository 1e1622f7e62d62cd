import { actions, buttonRow, context, plainMessage, type SlackMessage, section, toMessage } from '../../slack/blocks.ts'
import { escapeInLine, slackTime } from '../../slack/slack-text.ts'
import {
  type Followup,
  isFinished,
  isHeld,
  isIn,
  isInDoubt,
  isInThread,
  isTakenBack,
  isUnwatched,
  longWaitOf
} from '../model/followup.ts'
import type { MessageKind } from '../model/message-ids.ts'
import { isRejected, type Unwatched } from '../model/progress.ts'
import { mayBeSentAgain } from '../model/standing.ts'
import { draftOf, formButton } from './answers.ts'
import {
  aboveWords,
  addressed,
  byAndAt,
  cancelledWords,
  capital,
  dismissedWords,
  echo,
  jobName,
  joined,
  mention,
  QUOTED,
  quoteTwoLines,
  RARELY,
  someNames
} from './phrases.ts'
import { pullRequestLink, writeButton } from './result.ts'
import { agentHasIt, doubtWords, holdWords, offersOf, rejectedWords, stateWords, waitWords } from './state-words.ts'

/** Undefined means that nothing is said, or that what was said stays as it is. */
type Notice = (followup: Followup) => SlackMessage | undefined

export const sentNowWords = ({ sentNow }: Followup) => sentNow && `Send now pressed · ${byAndAt(sentNow)}`

function waiting(followup: Followup): SlackMessage {
  const { prompt, brought } = followup
  const wait = longWaitOf(followup)
  const why = isHeld(followup) ? holdWords(followup.progress) : wait && `${waitWords(wait)}.`
  if (why !== undefined)
    return toMessage(
      section(`${brought?.again ? 'Not sent again yet: ' : 'Not sent yet: '}${why}`),
      ...quoteTwoLines(prompt),
      ...notes(aboveWords(followup)),
      actions(...offersOf(followup))
    )
  const cancelled = cancelledWords(followup)
  const words = cancelled
    ? capital(`${isTakenBack(followup) ? 'a follow-up was ' : ''}${cancelled}`)
    : isIn(followup, 'dropped')
      ? `${capital(stateWords(followup))}.`
      : 'No longer waiting. The card shows where it stands.'
  const said = isTakenBack(followup) ? [] : quoteTwoLines(prompt)
  return toMessage(section(words), ...said, ...notes(sentNowWords(followup)))
}

export const notes = (words: string | null | undefined) => (words ? [context(capital(words))] : [])

function notStarted(followup: Followup): SlackMessage {
  const { jobId, prompt, progress } = followup
  const hasStarted = !('evidence' in progress) || progress.evidence.worked !== undefined
  const words = hasStarted
    ? 'started on it later.'
    : isUnwatched(followup)
      ? 'hasn’t started on it, so I’ve stopped looking. Reply with what to do.'
      : 'hasn’t started on it yet.'
  return toMessage(section(`Sent. ${jobName(jobId)} ${words}`), ...quoteTwoLines(prompt))
}

/** People see why the end may now come some minutes late. */
function afterDay(followup: Followup): SlackMessage {
  const job = jobName(followup.jobId)
  return plainMessage(
    isIn(followup, 'watching')
      ? addressed([followup], `${job} hasn’t ended after a day. ${RARELY}`)
      : `${job} hadn’t ended after a day.`
  )
}

function typed(followup: Followup): SlackMessage {
  const { requesterId, isMuted, prompt } = followup
  const whose = isMuted ? 'Follow-up' : `Follow-up from ${mention(requesterId)}`
  const cancelled = cancelledWords(followup)
  if (cancelled && isTakenBack(followup)) return plainMessage(`${whose}, ${cancelled}`)
  const wait = isInThread(followup) ? undefined : longWaitOf(followup)
  const words = wait ? `${whose}, ${waitWords(wait)}:` : `${whose}:`
  return toMessage(
    section(words),
    ...echo(prompt),
    ...notes(aboveWords(followup)),
    ...notes(cancelled ?? sentNowWords(followup))
  )
}

/** A command whose card shows only its beginning is given back whole. */
function rejected(followup: Followup): SlackMessage | undefined {
  const { id, prompt, replyTs, progress } = followup
  if (!isRejected(progress)) return undefined
  const reference = progress.reason === 'bug' ? ` If that doesn’t help, give this to whoever runs this bot: ${id}.` : ''
  const words = addressed([followup], `${stateWords(followup)}: ${rejectedWords(progress)}${reference}`)
  const isCut = replyTs === null && prompt.length > QUOTED
  return toMessage(
    section(words),
    ...(isCut ? echo(prompt) : quoteTwoLines(prompt)),
    actions(formButton(draftOf(followup)))
  )
}

/** Only a person may decide to send it again, as the answer never came. */
function maybeDelivered(followup: Followup): SlackMessage {
  const { jobId, prompt } = followup
  const offers = offersOf(followup)
  if (isIn(followup, 'watching') && isInDoubt(followup) && !followup.progress.dismissed) {
    const meanwhile = ` I’m watching ${jobName(jobId)} for a sign of it.`
    const words = `maybe delivered: ${doubtWords(followup.progress, meanwhile)}`
    return toMessage(section(addressed([followup], words)), ...quoteTwoLines(prompt), actions(...offers))
  }
  return toMessage(
    section(`It was unclear whether ${jobName(jobId)} got this.`),
    ...quoteTwoLines(prompt),
    ...notes(settledWords(followup)),
    ...buttonRow(...offers)
  )
}

/** What is no longer in doubt has a result, or had one before its job went on. */
function settledWords({ progress }: Followup): string {
  if (!('delivery' in progress) || progress.delivery === 'sure') return 'it did: the result is in this thread.'
  const { dismissed } = progress
  return joined(dismissed && dismissedWords(dismissed), progress.state === 'ended' && whyUnwatched(progress))
}

const UNWATCHED: Record<Exclude<Unwatched['how'], 'sent again'>, string> = {
  deadline: 'I haven’t seen it finish within 14 days.',
  'job gone': 'the agent no longer knows this job.',
  'no sign': 'I’ve seen no clear sign that the agent got this.',
  'no work': 'the job stayed idle: I saw no work for this.',
  'card deleted': 'its card was deleted.',
  'channel archived': 'its channel was archived.',
  'app removed': 'I was removed from Slack.',
  bug: 'something went wrong on my side.'
}

export const whyUnwatched = (progress: Unwatched): string =>
  progress.how === 'sent again' ? `tried again · ${byAndAt(progress)}` : UNWATCHED[progress.how]

/** Of the other ends, the thread knows already, or nothing can be said in it. */
const TOLD: Unwatched['how'][] = ['deadline', 'job gone', 'no sign', 'bug', 'sent again']

function unwatched(followup: Followup): SlackMessage | undefined {
  if (!isUnwatched(followup) || !TOLD.includes(followup.progress.how)) return undefined
  const { jobId, prompt, progress } = followup
  if (progress.how === 'sent again') {
    const words = `this was tried again by ${mention(progress.by ?? 'somebody')} at ${slackTime(progress.atMs)}.`
    return toMessage(section(addressed([followup], words)))
  }
  const choice = mayBeSentAgain(followup) ? ' If you still want it, press *Send again* above.' : ''
  const words = `I’ve stopped watching ${jobName(jobId)}: ${whyUnwatched(progress)} ${agentHasIt(followup)}.${choice}`
  return toMessage(section(addressed([followup], words)), ...quoteTwoLines(prompt))
}

/** This is said in the thread, once, as somebody has to act. */
function checks(followup: Followup): SlackMessage | undefined {
  const { pullRequest } = followup.shown ?? {}
  if (!pullRequest || !isFinished(followup)) return undefined
  const link = pullRequestLink(followup.progress.job)
  if (link === undefined) return undefined
  if (pullRequest.state !== 'open' || pullRequest.failedChecks.length === 0)
    return plainMessage(`The checks of ${link} failed earlier.`)
  const words = `the checks of ${link} failed. Reply in this thread to tell the agent what to do.`
  return toMessage(section(addressed([followup], words)), actions(writeButton(followup)))
}

/** TABLE 4: what is said → what it says by now. */
const TABLE: Partial<Record<MessageKind, Notice>> = {
  waiting,
  typed,
  maybe: maybeDelivered,
  'not-started': notStarted,
  'after-day': afterDay,
  files: ({ brought }) =>
    plainMessage(
      `I left out ${escapeInLine(someNames(brought?.unsent ?? []))}: I can only read text, up to 40,000 characters in all. Paste what matters, or link to it.`
    ),
  rejected,
  unwatched,
  checks
}

export const drawNotice = (kind: MessageKind, followup: Followup) => TABLE[kind]?.(followup)
