import type { types } from '@slack/bolt'
import { actions, button, context, type SlackMessage, section, shorten, toMessage } from '../../slack/blocks.ts'
import { escapeInLine, isDirect, slackTime } from '../../slack/slack-text.ts'
import { isReplaced, mayBeSentAgain } from '../model/decide-watch.ts'
import { type Followup, type In, isIn, isInThread, isTakenBack, UNSENT, waitOf } from '../model/followup.ts'
import { noticeOf } from '../model/message-ids.ts'
import { asItGoesOut } from '../model/order-of-waits.ts'
import type { SeenJob } from '../model/seen-job.ts'
import { timesSeenAgain } from '../model/times-seen-again.ts'
import { type Card, cardNotes, isChecking } from './card-notes.ts'
import { REPORTED_LATE, tookWords } from './late-words.ts'
import { byAndAt, DATE, jobName, mention, quoteTwoLines, saidInOneLine, sourceWords } from './phrases.ts'
import { pullRequestButtons, pullRequestLink } from './pull-request.ts'
import { afterWords, REVIEW_ASKED } from './pull-request-after.ts'
import { heldWords, isWorking, jobWords, mayGoOn, standingOf, WAITING, waitIcon, waitWords } from './state-words.ts'
import { usualWords } from './usual-words.ts'
import { waitButtons } from './wait-messages.ts'

/**
 * The one instruction that the card is about. One that somebody has to decide on comes first, then one that holds up the others,
 * then one in progress. One that never went out says nothing about the rest. One that waits for something else is shown below.
 */
const shownOf = (followups: Card['followups']): Followup =>
  followups.findLast(followup => isIn(followup, 'watching') && mayBeSentAgain(followup)) ??
  followups.find(followup => isIn(followup, 'held')) ??
  followups.findLast(goesOn) ??
  followups.findLast(wentOut) ??
  followups.filter(waitOf).toSorted(asItGoesOut)[0] ??
  followups.at(-1) ??
  followups[0]

const wentOut = (followup: Followup) =>
  !isIn(followup, 'cancelled', 'rejected') && !isReplaced(followup) && !waitOf(followup)

/** Includes what was told quietly, once the job is working again. */
const goesOn = (followup: Followup) =>
  (isIn(followup, ...UNSENT) && !waitOf(followup)) ||
  (isIn(followup, 'watching') &&
    (followup.progress.toldAtMs === undefined || followup.progress.evidence.restSinceMs === undefined))

/**
 * The first message of a thread is about its job, for ever the same: where it stands, a title, what it was told last, where it works,
 * and what can be done. The title is its pull request's, once that is known, else the first thing that it was told.
 */
export function cardMessage(card: Card): SlackMessage {
  const { followups, job } = card
  const shown = shownOf(followups)
  const title = followups.findLast(titleOf)
  const first = title ? undefined : followups.find(followup => !isTakenBack(followup))
  const buttons = cardButtons(card, shown).slice(0, MOST_BUTTONS)
  return toMessage(
    section([headlineOf(card, shown), jobWords(shown, job)].filter(line => line !== undefined).join('\n')),
    ...(title ? [section(`*${titleOf(title)}*`)] : []),
    ...(first ? quoteTwoLines(first.prompt) : []),
    ...toldLines(card, shown, first),
    context(factsOf(card, shown).join(' · ')),
    ...cardNotes(card, shown).map(line => context(line)),
    ...(buttons.length > 0 ? [actions(...buttons)] : []),
    // Each with buttons of its own.
    ...waitingLines(card, shown)
  )
}

const LONGEST_TITLE = 150

const titleOf = ({ shown }: Followup) =>
  shown?.pullRequest && escapeInLine(shorten(shown.pullRequest.title, LONGEST_TITLE))

/** "✅ *job_8f2* · ready for review · pull request #12" */
function headlineOf({ job, hold }: Card, shown: Followup): string {
  const { icon, words } = standingOf(shown, job, hold)
  const link = isIn(shown, 'finished') ? pullRequestLink(shown.progress.job) : undefined
  const after = link ? afterWords(shown) : []
  const isForReview = link && isSuccess(shown) && after.every(word => word === REVIEW_ASKED)
  const state = mayBeSentAgain(shown) ? `needs you: ${words}` : isForReview ? 'ready for review' : words
  return [`${icon} ${jobName(shown.jobId)}`, state, link, ...after].filter(part => part).join(' · ')
}

const isSuccess = (followup: Followup) => isIn(followup, 'finished') && followup.progress.status === 'completed'

const MOST_TOLD = 3
const MOST_BUTTONS = 3

/** "✅ “shorten it” · @Ben · 14:05": what the job was told last, and what the card is about. */
function toldLines({ followups, job, hold }: Card, shown: Followup, title: Followup | undefined): types.KnownBlock[] {
  const told = followups.filter(
    followup => followup !== title && !isTakenBack(followup) && !isReplaced(followup) && !waitsBehind(followup, shown)
  )
  const last = told.slice(-MOST_TOLD)
  const isAbout = told.includes(shown) && !last.includes(shown)
  const lines = [...(isAbout ? [shown, ...last.slice(1)] : last)].map(followup => {
    const { requesterId, writtenAtMs, progress } = followup
    const { icon } = standingOf(followup, job, hold)
    const facts = [`${icon} ${saidInOneLine(followup)}`, mention(requesterId), slackTime(writtenAtMs, DATE)]
    if (progress.state === 'cancelled') facts.push(`cancelled · ${byAndAt(progress)}`)
    return facts.join(' · ')
  })
  return lines.length === 0 ? [] : [context(lines.join('\n'))]
}

/** "acme/docs on `agent/quickstart` · @Ana · since 14:00 · usually 6–14 min here · 3 follow-ups" */
function factsOf({ followups, job }: Card, shown: Followup): string[] {
  const sent = followups.filter(wentOut).length
  const facts = [
    sourceWords(job.record),
    followups.length === 1 ? mention(shown.requesterId) : undefined,
    timeWords(followups, shown, job),
    isWorking(shown, job) && isIn(shown, 'watching') ? usualWords(job, shown.progress.sentAtMs) : undefined,
    earlierLink(followups, shown),
    sent > 1 ? `${sent} follow-ups` : undefined
  ]
  return facts.filter(fact => fact !== undefined)
}

const MOST_WAITING = 5
const HALF_A_DAY_MS = 12 * 3_600_000

/** Of a run, as its result says it. */
function timeWords(followups: Followup[], shown: Followup, { record, seenAtMs }: SeenJob): string | undefined {
  const { progress, writtenAtMs } = shown
  if (progress.state === 'finished') {
    const first = followups.find(({ id }) => id === noticeOf(progress.resultId).followupId)
    return progress.late ? REPORTED_LATE : tookWords(first && isIn(first, 'finished') ? first.progress : progress)
  }
  if (progress.state !== 'watching') return slackTime(writtenAtMs, DATE)
  const isWorking = progress.delivery === 'sure' && record?.status === 'active'
  const isSeenAgain = isWorking && timesSeenAgain(progress.sentAtMs, seenAtMs) > 0
  const format = (seenAtMs ?? 0) - progress.sentAtMs > HALF_A_DAY_MS ? DATE : '{time}'
  const at = format === DATE ? 'still working ' : 'still working at '
  const still = isSeenAgain && seenAtMs !== null ? `, ${slackTime(seenAtMs, format, at)}` : ''
  return `${slackTime(progress.sentAtMs, format, 'since ')}${still}`
}

/** The link of an earlier result stays at hand. */
function earlierLink(followups: Card['followups'], shown: Followup): string | undefined {
  const last = followups.findLast(followup => isIn(followup, 'finished'))
  const link = last && last !== shown ? pullRequestLink(last.progress.job) : undefined
  return last && link && [link, ...afterWords(last)].join(', ')
}

/** A reply that is held or waits has its own notice with buttons; an instruction from outside the thread, or a reply that can be undone, has none. */
const waitsBehind = (followup: Followup, shown: Followup): followup is In<'accepted' | 'waiting' | 'held'> =>
  followup !== shown &&
  (!isInThread(followup) || waitOf(followup)?.what === 'undo') &&
  isIn(followup, 'accepted', 'waiting', 'held')

function waitingLines({ followups }: Card, shown: Followup): types.KnownBlock[] {
  const waiting = followups.filter(followup => waitsBehind(followup, shown)).toSorted(asItGoesOut)
  const lines = waiting.slice(0, MOST_WAITING).flatMap(waitingLine)
  const more = waiting.length - MOST_WAITING
  return more > 0 ? [...lines, context(`and ${more} more waiting`)] : lines
}

function waitingLine(followup: Followup): types.KnownBlock[] {
  const { id, progress } = followup
  const said = saidInOneLine(followup)
  const wait = waitOf(followup)
  if (wait) return [section(`${waitIcon(wait)} ${waitWords(wait)} · ${said}`), actions(...waitButtons(id))]
  const words = `⏸ ${progress.state === 'held' ? heldWords(progress) : WAITING} · ${said}`
  return [section(words, button('cancel', 'Cancel', id))]
}

function cardButtons({ followups, job, lastCheck }: Card, shown: Followup): types.Button[] {
  const buttons: types.Button[] = []
  const view = isIn(shown, 'finished') ? pullRequestButtons(shown.progress.job, isSuccess(shown)) : []
  if (waitOf(shown)) buttons.push(...waitButtons(shown.id))
  else if (isIn(shown, 'accepted', 'held')) buttons.push(button('cancel', 'Cancel', shown.id))
  if (mayBeSentAgain(shown)) {
    buttons.push(button('send-again', 'Send again', shown.id))
    if (isIn(shown, 'watching')) buttons.push(button('leave-it', 'Leave it', shown.id))
  }
  if (followups.some(followup => isIn(followup, 'watching') && (followup === shown || goesOn(followup)))) {
    if (!isChecking(job, lastCheck)) buttons.push(button('check-now', 'Check now', shown.jobId))
    const isUnderWay = followups.some(followup => isIn(followup, 'watching') && goesOn(followup))
    // In direct messages, whoever reads the card hears of the end anyway.
    if (isUnderWay && !isDirect(shown.channelId)) buttons.push(button('tell-me', '🔔 Tell me', shown.jobId))
  }
  if (mayGoOn(shown)) buttons.push(button('write-followup', 'Send follow-up', shown.jobId))
  // After a failure the next instruction comes before what the failed work left.
  return isSuccess(shown) ? [...view, ...buttons] : [...buttons, ...view]
}
