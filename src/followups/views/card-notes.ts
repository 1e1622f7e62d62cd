import { isAtRest } from '../../agent/agent-job.ts'
import { mayBeSentAgain } from '../model/decide-watch.ts'
import { type Followup, isIn, isInThread } from '../model/followup.ts'
import { behindOf, type Hold } from '../model/hold.ts'
import type { ProgressOf } from '../model/progress.ts'
import { isLasting, type SeenJob, type Trouble } from '../model/seen-job.ts'
import { byAndAt, capital, leftWords } from './phrases.ts'
import { behindWords, DOUBT, holdWords, ONLY_IF_SAFE, TROUBLE_WORDS } from './state-words.ts'
import { rejectedWords } from './thread-messages.ts'
import { sentNowWords, zoneWords } from './wait-messages.ts'

export type LastCheck = { by: string; atMs: number } | null

export type Card = {
  /** All follow-ups of the thread, oldest first: the card was posted for the first one. */
  followups: [Followup, ...Followup[]]
  job: SeenJob
  lastCheck: LastCheck
  /** What holds up the job's line, here or in another thread. */
  hold?: Hold | undefined
}

/** The card's small lines: why the instruction stands where it does, and what came of pressing a button. */
export function cardNotes({ followups, job, lastCheck, hold }: Card, shown: Followup): string[] {
  const { trouble } = job
  const why = whyWords(shown, hold)
  const lines = why === undefined ? [] : [capital(why)]
  // The notice of a reply says so, if it has one.
  if ((!isInThread(shown) || isOthers(shown, shown.sentNow)) && isIn(shown, 'accepted', 'sending', 'watching'))
    lines.push(...sentNowWords(shown))
  // What is not watched is not looked at: a check would stay in progress forever.
  if (!followups.some(followup => isIn(followup, 'watching'))) return lines
  // A check from before it was written says nothing about it.
  if (lastCheck && lastCheck.atMs >= shown.writtenAtMs)
    lines.push(`${checkWords(job, lastCheck, shown)} · ${byAndAt(lastCheck)}`)
  if (trouble && isLasting(trouble)) lines.push(troubleWords(trouble))
  return lines
}

/** Somebody else than its author did that. */
const isOthers = ({ requesterId }: Followup, did: { by?: string | undefined } | null | undefined) =>
  did?.by !== undefined && did.by !== requesterId

function whyWords(followup: Followup, hold: Hold | undefined): string | undefined {
  const { jobId, progress } = followup
  switch (progress.state) {
    case 'accepted':
      return hold && `${behindWords(hold)}.`
    case 'waiting':
      return zoneWords(progress.wait)
    case 'held':
      return holdWords(progress, behindOf(followup, hold))
    case 'rejected':
      return rejectedWords(jobId, progress)
    case 'cancelled':
      return `cancelled before it was sent · ${byAndAt(progress)}`
    case 'watching':
      return whyInDoubt(followup, progress)
    case 'unwatched':
      return UNWATCHED_WORDS[progress.because](progress)
    default:
      return undefined
  }
}

function whyInDoubt(followup: Followup, { delivery, doubt, left }: ProgressOf<'watching'>): string | undefined {
  if (left) return leftWords(left)
  if (delivery === 'sure' || !mayBeSentAgain(followup)) return undefined
  return `${DOUBT[doubt ?? 'cut off']}. ${ONLY_IF_SAFE}`
}

const UNWATCHED_WORDS: Record<ProgressOf<'unwatched'>['because'], (progress: ProgressOf<'unwatched'>) => string> = {
  deadline: () => 'it didn’t finish within 24 hours.',
  'job gone': () => 'the agent no longer knows this job.',
  'no sign': () => 'there has been no sign of it for 10 minutes.',
  'no work': () => 'the job stayed idle: I saw no work for this.',
  'sent again': progress => `sent again · ${byAndAt(progress)}`,
  'card deleted': () => 'its card was deleted.',
  'channel archived': () => 'its channel was archived.',
  bug: () => 'something went wrong on my side.'
}

/** Who has to act, unless it passes by itself. */
function troubleWords({ kind }: Trouble): string {
  const isTheOperators = kind === 'key refused' || kind === 'not allowed' || kind === 'other'
  return `${TROUBLE_WORDS[kind]} ${isTheOperators ? 'Whoever runs this bot has to fix that. ' : ''}I’ll keep trying.`
}

const CHECK_WORDS = { checked: 'Checked', 'could not': 'Could not check', checking: 'Checking' }

function checkState({ seenAtMs, trouble }: SeenJob, { atMs }: { atMs: number }): keyof typeof CHECK_WORDS {
  if ((seenAtMs ?? 0) >= atMs) return 'checked'
  return (trouble?.atMs ?? 0) >= atMs ? 'could not' : 'checking'
}

/** One look at an idle job does not tell yet whether it has done its work or is about to begin. */
function checkWords(job: SeenJob, lastCheck: { atMs: number }, shown: Followup): string {
  const state = checkState(job, lastCheck)
  const isWatched =
    isIn(shown, 'watching') && shown.progress.delivery === 'sure' && shown.progress.toldAtMs === undefined
  const isIdle = state === 'checked' && job.record !== null && isAtRest(job.record)
  return isWatched && isIdle ? 'Checked: it was idle. I’ll look again to be sure' : CHECK_WORDS[state]
}

export const isChecking = (job: SeenJob, lastCheck: LastCheck) =>
  lastCheck !== null && checkState(job, lastCheck) === 'checking'
