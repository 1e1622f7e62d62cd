import type { types } from '@slack/bolt'
import { isAtRest } from '../../agent/agent-job.ts'
import { button, shorten } from '../../slack/blocks.ts'
import { escapeInLine, slackTime } from '../../slack/slack-text.ts'
import { awaitsLink } from '../model/evidence.ts'
import { type Followup, isFinished, isHeld, isIn, isInDoubt, mayLeaveOutAbove, waitOf } from '../model/followup.ts'
import type { ProgressOf, Rejected } from '../model/progress.ts'
import type { SeenJob, Trouble } from '../model/seen.ts'
import { type Offer, type Standing, standingFactsOf, standingOf } from '../model/standing.ts'
import type { Held, Wait } from '../model/wait.ts'
import { again, capital, DATE, jobName, joined } from './phrases.ts'
import { afterWords, isForReview, pullRequestLink } from './result.ts'

export function stateWords(followup: Followup, job?: SeenJob): string {
  const standing = standingOf(followup)
  const wait = waitOf(followup)
  if (wait) return waitWords(wait)
  if (isHeld(followup)) return 'held'
  if (standing === 'queued') return `not sent${again(followup)} yet`
  if (standing === 'sent' || standing === 'not started') return sentWords(followup, job)
  if (isForReview(followup)) return 'ready for review'
  if (isIn(followup, 'dropped') && followup.brought?.again) return 'maybe delivered, but not sent again'
  return WORDS[standing] ?? standing
}

const WORDS: { [standing in Standing]?: string } = {
  sending: 'being sent',
  'in doubt': 'needs you: maybe delivered',
  dismissed: 'maybe delivered, still watched',
  'in doubt for good': 'needs you: maybe delivered, no longer watched',
  'left in doubt': 'maybe delivered, no longer watched',
  completed: 'finished',
  'never started': 'no longer watched',
  unwatched: 'no longer watched',
  replaced: 'tried again',
  rejected: 'not delivered'
}

const LABELS: Record<Offer, string> = {
  'send-now': 'Send now',
  cancel: 'Cancel',
  'send-again': 'Send again',
  'leave-it': 'Leave it'
}

export const offersOf = (followup: Followup): types.Button[] => [
  ...standingFactsOf(followup).offers.map(offer => button(offer, LABELS[offer], followup.id)),
  ...(mayLeaveOutAbove(followup) ? [button('leave-out-above', 'Leave them out', followup.id)] : [])
]

export const WORKING = 'working'

export function waitWords(wait: Wait): string {
  if (wait.why === 'idle') return 'waiting until the job is idle'
  if (wait.why === 'time') return slackTime(wait.untilMs, DATE, 'waiting until ')
  return slackTime(wait.untilMs, '{time_secs}', 'goes out at ')
}

/** Also true of what went out a moment ago. */
export const goesOutWords = (wait: Wait) =>
  wait.why === 'idle' ? 'it goes out when the job is idle' : slackTime(wait.untilMs, DATE, 'it goes out ')

export const standingWords = (followup: Followup, job?: SeenJob): string =>
  `${standingFactsOf(followup).icon} ${stateWords(followup, job)}`

export function headline(followup: Followup, job: SeenJob): string {
  const name = `${standingFactsOf(followup).icon} ${jobName(followup.jobId)}`
  const link = isFinished(followup) && pullRequestLink(followup.progress.job)
  return joined(name, stateWords(followup, job), link, ...afterWords(followup))
}

function sentWords({ progress }: Followup, job: SeenJob | undefined): string {
  if (job === undefined || progress.state !== 'watching') return 'sent'
  const { record } = job
  if (record?.status === undefined) return 'sent, nothing heard yet'
  if (!isAtRest(record)) return statusWords(record.status)
  if (awaitsLink(progress.evidence)) return 'finished, waiting for the pull request'
  return progress.toldAtMs === undefined ? WORKING : 'sent, not started'
}

const STATUS_WORDS = new Map([
  ['active', WORKING],
  ['completed', 'finished']
])

/** A status the contract does not know is shown as it is. */
export const statusWords = (status: string): string => STATUS_WORDS.get(status) ?? escapeInLine(shorten(status, 40))

const HELD_BECAUSE: Record<Held['why'], string> = {
  budget: 'this hour’s follow-ups are used up. I’ll send it',
  busy: 'the agent isn’t taking follow-ups right now. I’ll try again',
  unreachable: 'I can’t reach the agent right now. I’ll try again',
  'not told': 'Slack can’t confirm right now that its author may still send it. I’ll try again'
}

export const holdWords = ({ why, untilMs }: Held): string => `${HELD_BECAUSE[why]} at about ${slackTime(untilMs)}.`

/** Why it has not gone out, or why nobody knows whether it has. */
export function whyWords(followup: Followup): string {
  if (isHeld(followup)) return capital(holdWords(followup.progress))
  const needsDecision = isIn(followup, 'watching') && standingOf(followup) === 'in doubt'
  return needsDecision ? capital(doubtWords(followup.progress)) : ''
}

const itSaid = (words: string | undefined) => (words ? ` It said: “${escapeInLine(words)}”.` : '')

const REJECTED: Record<Rejected['reason'], (words: string | undefined) => string> = {
  'unknown job': () => 'there’s no such job here. Check the id, then send it again.',
  invalid: words => `the agent can’t take this follow-up.${itSaid(words)} Reword it, then send it again.`,
  'key refused': () => 'the agent isn’t letting me in right now. Ask whoever runs this bot, then send it again.',
  'not allowed': () => 'I’m not allowed to use that job. Ask whoever runs this bot, then send it again.',
  redirect: () => 'the agent has moved, and I don’t know where. Ask whoever runs this bot, then send it again.',
  other: words => `the agent turned this down.${itSaid(words)} Try again later, or ask whoever runs this bot.`,
  unreachable: () => 'I couldn’t reach the agent for an hour, so I stopped trying. Send it again later.',
  'not told': () =>
    'Slack couldn’t confirm for an hour that its author may still send it, so I stopped trying. Send it again later.',
  'no longer allowed': () => 'its author may no longer use this bot here. Somebody else can send it.',
  'no turn': () => 'I couldn’t send this within a day, so I stopped trying. Send it again if you still want it.',
  'never idle': () => 'the job was never idle in 7 days, so I stopped waiting. Send it again if you still want it.',
  'no card': () => 'I couldn’t post in this channel. Invite me, then send it again.',
  bug: () => 'something went wrong on my side. Send it again.'
}

export const rejectedWords = ({ reason, words }: Rejected): string => REJECTED[reason](words)

const DOUBT: Record<NonNullable<ProgressOf<'watching'>['doubt']>, string> = {
  'too slow': 'the agent didn’t answer in time',
  'cut off': 'the connection broke before the agent answered',
  'server error': 'the agent answered with an error',
  unreadable: 'I couldn’t make sense of the agent’s answer',
  restart: 'I was interrupted before the agent answered'
}

export const doubtWords = ({ doubt }: ProgressOf<'watching'>, meanwhile = '') =>
  `${DOUBT[doubt ?? 'cut off']}.${meanwhile} Send it again only if it’s safe to do twice.`

export const TROUBLE_WORDS: Record<Trouble['kind'], string> = {
  unavailable: 'I can’t reach the agent right now.',
  busy: 'The agent is busy.',
  'key refused': 'The agent isn’t letting me in.',
  'not allowed': 'I’m not allowed to see that job.',
  'unknown job': 'The agent says it doesn’t know this job.',
  other: 'I can’t read that job.'
}

export const agentHasIt = (followup: Followup) =>
  isInDoubt(followup) ? 'The agent may have the follow-up' : 'The agent has the follow-up'
