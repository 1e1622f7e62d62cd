import type { types } from '@slack/bolt'
import type { AgentJob } from '../../agent/agent-job.ts'
import { actions, button, context, type SlackMessage, section } from '../../slack/blocks.ts'
import { shorten } from '../../slack/limits.ts'
import { escapeSlackText, slackTime } from '../../slack/slack-text.ts'
import { canResume, mayBeSentAgain } from '../rules/decide-watch.ts'
import { type Followup, isIn, UNSENT } from '../rules/followup.ts'
import { isLasting, type SeenJob, type Trouble } from '../rules/seen-job.ts'
import { byAndAt, holdWords, jobName, mention, quote, sourceWords, stateWords } from './phrases.ts'
import { pullRequestButtons, spokenLink } from './pull-request.ts'
import { DOUBT } from './thread-messages.ts'

export type Card = {
  /** All follow-ups of the thread, oldest first: the card was posted for the first one. */
  followups: [Followup, ...Followup[]]
  job: SeenJob
  lastCheck: { by: string; atMs: number } | null
}

/**
 * The one whose state the card shows: one still in progress comes first. One that never went out says nothing about the rest, and
 * neither does one that was taken together with another.
 */
const shownOf = (followups: Card['followups']): Followup =>
  followups.findLast(goesOn) ??
  followups.findLast(followup => wentOut(followup) && toldAs(followup) !== 'as one') ??
  followups.findLast(wentOut) ??
  followups.at(-1) ??
  followups[0]

const toldAs = ({ progress }: Followup) => ('told' in progress ? progress.told?.kind : undefined)

const wentOut = (followup: Followup) => !isIn(followup, 'cancelled', 'rejected')

/** Includes what was told quietly, once the job is working again. */
const goesOn = (followup: Followup) =>
  isIn(followup, ...UNSENT) ||
  (isIn(followup, 'watching') &&
    (toldAs(followup) === undefined || followup.progress.evidence.restSinceMs === undefined))

/** The link stays while the next instruction is under way. */
const linkedJob = (followups: Card['followups']): AgentJob | undefined =>
  followups.findLast(followup => isIn(followup, 'finished'))?.progress.job

const DATE = '{date_short_pretty} {time}'

/** The first message of a thread: what was asked, by whom, and where it stands now. */
export function cardMessage({ followups, job, lastCheck }: Card): SlackMessage {
  const [first] = followups
  const state = stateWords(shownOf(followups), job)
  const linked = linkedJob(followups)
  const facts = [
    escapeSlackText(first.projectId),
    sourceWords(job.record),
    `asked by ${mention(first.requesterId)}`,
    slackTime(first.writtenAtMs, DATE)
  ]
  if (followups.length > 1) facts.push(`${followups.length} follow-ups in this thread`)

  const blocks: types.KnownBlock[] = [
    section(`${jobName(first.jobId)} · ${state}\n${quote(first.prompt)}`),
    context(facts.filter(fact => fact !== undefined).join(' · ')),
    ...happenings(followups, job, lastCheck).map(line => context(line))
  ]
  const buttons = cardButtons(followups, linked, isChecking(job, lastCheck))
  if (buttons.length > 0) blocks.push(actions(...buttons))
  const text = `${escapeSlackText(first.jobId)} · ${state}: ${escapeSlackText(shorten(first.prompt, 200))}${spokenLink(linked)}`
  return { text, blocks }
}

/** Small lines: what came of pressing a button, and why the job cannot be read. */
function happenings(followups: Card['followups'], job: SeenJob, lastCheck: Card['lastCheck']): string[] {
  const { trouble } = job
  const lines: string[] = []
  // A reply shows the same in a notice and with its reaction.
  const typed = followups.filter(followup => followup.replyTs === null)
  for (const followup of typed) if (isIn(followup, 'held')) lines.push(`Held: ${holdWords(followup.progress)}`)
  const used = (words: string, act: { by?: string | undefined; atMs: number }) =>
    lines.push(`${words} · ${byAndAt(act)}`)
  for (const followup of typed) {
    if (isIn(followup, 'cancelled')) used('Cancelled before it was sent', followup.progress)
  }
  const doubt = doubtOf(followups)?.progress
  if (doubt?.state === 'watching') lines.push(`Maybe delivered: ${DOUBT[doubt.doubt ?? 'cut off']}.`)
  else if (doubt) lines.push('Maybe delivered: there was no sign of it in the job.')
  const latest = shownOf(followups).progress
  if (latest.state === 'unwatched' && latest.because === 'stopped') used('Stopped watching', latest)
  if (latest.state === 'watching' && latest.resumed) used('Watching again', latest.resumed)
  // What is not watched is not looked at: a check would stay in progress forever.
  if (!followups.some(followup => isIn(followup, 'watching'))) return lines
  if (lastCheck) used(CHECK_WORDS[checkState(job, lastCheck)], lastCheck)
  if (trouble && isLasting(trouble)) lines.push(`${TROUBLE_WORDS[trouble.kind]} I’m still trying.`)
  return lines
}

const CHECK_WORDS = { checked: 'Checked', 'could not': 'Could not check', checking: 'Checking' }

function checkState({ seenAtMs, trouble }: SeenJob, { atMs }: { atMs: number }): keyof typeof CHECK_WORDS {
  if ((seenAtMs ?? 0) >= atMs) return 'checked'
  return (trouble?.atMs ?? 0) >= atMs ? 'could not' : 'checking'
}

const isChecking = (job: SeenJob, lastCheck: Card['lastCheck']) =>
  lastCheck !== null && checkState(job, lastCheck) === 'checking'

const TROUBLE_WORDS: Record<Trouble['kind'], string> = {
  unavailable: 'The agent service is not answering just now.',
  busy: 'The agent service asked me to wait.',
  'key refused': 'The agent service refuses this bot’s key: the operator has to renew it.',
  'not allowed': 'The agent service does not let this bot’s key read the job: the operator has to look into it.',
  'unknown job': 'The agent service says that there is no such job.',
  other: 'The agent service does not let me read the job.'
}

/** A typed instruction that may not have arrived can be sent again from its card as well as from the notice. */
const doubtOf = (followups: Card['followups']) =>
  followups.filter(({ replyTs }) => replyTs === null).findLast(mayBeSentAgain)

const MOST_BUTTONS = 4

function cardButtons(followups: Card['followups'], linked: AgentJob | undefined, isChecking: boolean): types.Button[] {
  const latest = shownOf(followups)
  const buttons = pullRequestButtons(linked)
  // A held reply has its own notice with a Cancel button.
  const unsent = followups.find(followup => followup.replyTs === null && isIn(followup, 'accepted', 'held'))
  if (unsent) buttons.push(button('cancel', 'Cancel', unsent.id))
  const doubt = doubtOf(followups)
  if (doubt) buttons.push(button('send-again', 'Send again', doubt.id))
  if (doubt && isIn(doubt, 'watching')) buttons.push(button('leave-it', 'Leave it', doubt.id))
  if (followups.some(followup => isIn(followup, 'watching'))) {
    if (!isChecking && buttons.length + 2 <= MOST_BUTTONS) buttons.push(button('check-now', 'Check now', latest.jobId))
    buttons.push(button('stop-watching', 'Stop watching', latest.jobId))
  }
  if (canResume(latest) && buttons.length < MOST_BUTTONS)
    buttons.push(button('keep-watching', 'Watch again', latest.id))
  return buttons
}
