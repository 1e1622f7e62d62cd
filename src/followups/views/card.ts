import type { types } from '@slack/bolt'
import { isAtRest } from '../../agent/agent-job.ts'
import { actions, button, buttonRow, context, type SlackMessage, section, toMessage } from '../../slack/blocks.ts'
import { isDirect, messageTimeMs, slackTime } from '../../slack/slack-text.ts'
import {
  bySendTime,
  type Followup,
  type In,
  isFinished,
  isHeld,
  isIn,
  isInThread,
  isTakenBack,
  waitOf
} from '../model/followup.ts'
import { subjectOf } from '../model/message-ids.ts'
import { isCancelled } from '../model/progress.ts'
import { isLasting, type SeenJob, type Trouble, timesSeenAgain } from '../model/seen.ts'
import { DEFAULTS } from '../model/setting.ts'
import { isReplaced, mayBeSentAgain, standingFactsOf } from '../model/standing.ts'
import { notes, sentNowWords, whyUnwatched } from './notices.ts'
import {
  aboveWords,
  cancelledWords,
  capital,
  DATE,
  dismissedWords,
  durationWords,
  joined,
  mention,
  modelWords,
  quoteTwoLines,
  saidInOneLine,
  sourceWords
} from './phrases.ts'
import {
  afterWords,
  pullRequestButtons,
  pullRequestLink,
  REPORTED_LATE,
  sizeWords,
  titleOf,
  tookWords,
  writeButton
} from './result.ts'
import {
  doubtWords,
  headline,
  holdWords,
  offersOf,
  rejectedWords,
  standingWords,
  stateWords,
  statusWords,
  TROUBLE_WORDS,
  WORKING
} from './state-words.ts'

export function usualWords({ usual, seenAtMs }: SeenJob, sentAtMs?: number): string | undefined {
  if (!usual) return undefined
  const isLonger = sentAtMs !== undefined && (seenAtMs ?? 0) - sentAtMs > usual.toMs
  return isLonger ? `longer than usual, ${rangeWords(usual)} here` : `usually ${rangeWords(usual)} here`
}

function rangeWords({ fromMs, toMs }: NonNullable<SeenJob['usual']>): string {
  const [from, to] = [durationWords(fromMs), durationWords(toMs)]
  return from === to ? `about ${to}` : `${from} to ${to}`
}

export type Card = {
  /** Oldest first: the card was posted for the first one. */
  followups: [Followup, ...Followup[]]
  job: SeenJob
}

function cardNotes({ followups, job }: Card, shown: Followup): string[] {
  const { trouble } = job
  // What is not watched is not looked at.
  const isLookedAt = followups.some(followup => isIn(followup, 'watching'))
  return [
    reasonWords(shown),
    isIn(shown, 'waiting', 'sending', 'watching') && sentNowWords(shown),
    trouble && isLasting(trouble) && isLookedAt && troubleWords(trouble)
  ].filter(line => typeof line === 'string')
}

function reasonWords(followup: Followup): string | undefined {
  const { progress } = followup
  switch (progress.state) {
    case 'waiting':
      return isHeld(followup) ? holdWords(followup.progress) : undefined
    case 'dropped':
      return isCancelled(progress) ? cancelledWords(followup) : rejectedWords(progress)
    case 'watching':
      if (progress.dismissed) return dismissedWords(progress.dismissed)
      return progress.delivery === 'maybe' ? doubtWords(progress) : undefined
    case 'ended':
      return 'resultId' in progress ? undefined : whyUnwatched(progress)
    default:
      return undefined
  }
}

function troubleWords({ kind }: Trouble): string {
  const isTheOperators = kind === 'key refused' || kind === 'not allowed' || kind === 'other'
  return `${TROUBLE_WORDS[kind]} ${isTheOperators ? 'Whoever runs this bot has to fix that. ' : ''}I’ll keep trying.`
}

/** A follow-up to decide on comes first, then one that holds up the others, then one in progress; the card shows the rest below. */
const shownOf = (followups: Card['followups']): Followup =>
  followups.findLast(followup => isIn(followup, 'watching') && mayBeSentAgain(followup)) ??
  followups.find(isHeld) ??
  followups.findLast(followup => goesOn(followup) && !isDismissed(followup)) ??
  followups.findLast(wentOut) ??
  followups.filter(waitOf).toSorted(bySendTime)[0] ??
  followups.at(-1) ??
  followups[0]

const wentOut = (followup: Followup) => !isIn(followup, 'dropped') && !isReplaced(followup) && !waitOf(followup)

/** Includes what was told quietly, once the job is working again. */
const goesOn = (followup: Followup) =>
  (isIn(followup, 'waiting', 'sending') && !waitOf(followup)) ||
  (isIn(followup, 'watching') &&
    (followup.progress.toldAtMs === undefined || followup.progress.evidence.restSinceMs === undefined))

const isDismissed = ({ progress }: Followup) => 'dismissed' in progress && progress.dismissed !== undefined

/** The title is the pull request's once that is known, else the first thing that the job was told, or will be. */
export function cardMessage(card: Card): SlackMessage {
  const { followups, job } = card
  const shown = shownOf(followups)
  const linked = linkedOf(followups)
  const title = linked && titleOf(linked)
  const told = followups.filter(followup => !isTakenBack(followup))
  const first = title ? undefined : (told.find(wentOut) ?? told[0])
  const buttons = cardButtons(card, shown).slice(0, MOST_BUTTONS)
  return toMessage(
    section([headline(shown, job), jobWords(card, shown)].filter(line => line !== undefined).join('\n')),
    ...(title ? [section(joined(`*${title}*`, sizeWords(linked)))] : []),
    ...(first ? [...quoteTwoLines(first.prompt), ...notes(aboveWords(first))] : []),
    ...toldLines(card, shown, first),
    context(factsOf(card, shown)),
    ...cardNotes(card, shown).map(line => context(capital(line))),
    ...buttonRow(...buttons),
    ...waitingLines(card, shown)
  )
}

const isSuccess = (followup: Followup) => isFinished(followup) && followup.progress.how === 'completed'

const MOST_TOLD = 3
const MOST_BUTTONS = 3

function toldLines({ followups }: Card, shown: Followup, title: Followup | undefined): types.KnownBlock[] {
  const told = followups.filter(
    followup => followup !== title && !isTakenBack(followup) && !isReplaced(followup) && !waitsBehind(followup, shown)
  )
  const last = told.slice(-MOST_TOLD)
  const isAbout = told.includes(shown) && !last.includes(shown)
  const lines = [...(isAbout ? [shown, ...last.slice(1)] : last)].map(followup => {
    const { requesterId, inLineAtMs } = followup
    const { icon } = standingFactsOf(followup)
    const when = waitOf(followup) ? stateWords(followup) : slackTime(inLineAtMs, DATE)
    const said = saidInOneLine(followup)
    return joined(`${icon} ${said}`, mention(requesterId), when, cancelledWords(followup), aboveWords(followup))
  })
  return lines.length === 0 ? [] : [context(lines.join('\n'))]
}

function factsOf({ followups, job }: Card, shown: Followup): string {
  const sent = followups.filter(wentOut).length
  return joined(
    sourceWords(job.record),
    modelWords(job.record),
    followups.length === 1 && mention(shown.requesterId),
    timeWords(followups, shown, job),
    isIn(shown, 'watching') && stateWords(shown, job) === WORKING && usualWords(job, shown.progress.sentAtMs),
    earlierLink(followups, shown),
    // Of those before the first that is left, nobody knows how many there were.
    sent > 1 && isCardOf(followups[0]) && `${sent} follow-ups`,
    repliesWords(shown)
  )
}

const isCardOf = ({ threadTs, writtenAtMs }: Followup) => writtenAtMs < messageTimeMs(threadTs ?? '9999999999') + 60_000

/** What only a newer version knows is not said. */
const REPLIES_WORDS: Record<string, string> = {
  always: 'replies here go to the agent',
  mention: 'only mentions go to the agent'
}

const repliesWords = ({ closedBecause, progress, shown }: Followup) =>
  closedBecause === null &&
  !('how' in progress && progress.how === 'job gone') &&
  !('reason' in progress && progress.reason === 'unknown job')
    ? REPLIES_WORDS[shown?.replies ?? DEFAULTS.replies]
    : undefined

const MOST_WAITING = 5
function timeWords(followups: Followup[], shown: Followup, { record, seenAtMs }: SeenJob): string | undefined {
  const { progress, inLineAtMs } = shown
  if ('resultId' in progress) {
    const first = followups.find(({ id }) => id === subjectOf(progress.resultId)?.followupId)
    return progress.late ? REPORTED_LATE : tookWords(first && isFinished(first) ? first.progress : progress)
  }
  if (progress.state !== 'watching') return slackTime(inLineAtMs, DATE)
  const { delivery, sentAtMs } = progress
  const isSeenAgain = delivery === 'sure' && record?.status === 'active' && timesSeenAgain(sentAtMs, seenAtMs) > 0
  const still = isSeenAgain && seenAtMs !== null && slackTime(seenAtMs, '{time}', 'still working at ')
  return [slackTime(sentAtMs, '{time}', 'since '), still].filter(words => words).join(', ')
}

const linkedOf = (followups: Followup[]) => followups.filter(isFinished).findLast(({ progress }) => progress.job.prLink)

function earlierLink(followups: Card['followups'], shown: Followup): string | undefined {
  const linked = linkedOf(followups)
  const link = linked && linked !== shown ? pullRequestLink(linked.progress.job) : undefined
  return linked && link && [link, ...afterWords(linked)].join(', ')
}

/** The look right before a send is dated a moment after it; the next look comes five seconds later. */
const SEEN_SINCE_MS = 3_000

/** For whoever has to decide. What was seen before the send says nothing about it. */
function jobWords({ job: { record, seenAtMs } }: Card, { progress }: Followup): string | undefined {
  if (record?.status === undefined || progress.state !== 'watching' || progress.delivery === 'sure') return undefined
  if ((seenAtMs ?? 0) < progress.sentAtMs + SEEN_SINCE_MS) return undefined
  return `The job itself is ${isAtRest(record) ? 'idle' : statusWords(record.status)}.`
}

/** A reply that is held or waits has its own notice with buttons; one from outside the thread, or one that can be undone, has none. */
const waitsBehind = (followup: Followup, shown: Followup): followup is In<'waiting'> =>
  followup !== shown && (!isInThread(followup) || waitOf(followup)?.why === 'undo') && isIn(followup, 'waiting')

function waitingLines({ followups }: Card, shown: Followup): types.KnownBlock[] {
  const waiting = followups.filter(followup => waitsBehind(followup, shown)).toSorted(bySendTime)
  const lines = waiting.slice(0, MOST_WAITING).flatMap(waitingLine)
  const more = waiting.length - MOST_WAITING
  return more > 0 ? [...lines, context(`and ${more} more waiting`)] : lines
}

function waitingLine(followup: Followup): types.KnownBlock[] {
  return [
    section(joined(standingWords(followup), saidInOneLine(followup), aboveWords(followup))),
    actions(...offersOf(followup))
  ]
}

function cardButtons({ followups }: Card, shown: Followup): types.Button[] {
  const buttons = offersOf(shown)
  const view = isFinished(shown) ? pullRequestButtons(shown.progress.job, isSuccess(shown)) : []
  const isUnderWay = followups.some(followup => isIn(followup, 'watching') && goesOn(followup))
  // In direct messages, whoever reads the card hears of the end anyway.
  if (isUnderWay && !isDirect(shown.channelId)) buttons.push(button('tell-me', '🔔 Tell me', shown.jobId))
  if (mayGoOn(shown)) buttons.push(writeButton(shown))
  // After a failure, the next follow-up comes before what the failed work left.
  return isSuccess(shown) ? [...view, ...buttons] : [...buttons, ...view]
}

function mayGoOn(followup: Followup): boolean {
  const { progress } = followup
  if (progress.state === 'dropped') return progress.reason !== 'unknown job'
  return progress.state === 'ended' && progress.how !== 'job gone' && !mayBeSentAgain(followup)
}
