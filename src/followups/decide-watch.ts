import { type AgentJob, finalStatus } from '../agent/agent-job.ts'
import { nextLookMs } from '../agent/poll-schedule.ts'
import { type Followup, type In, isIn, moveTo, type ProgressOf } from './followup.ts'

/** An old final status is believed to be the new one only after this time, when nothing else tells them apart. */
const SETTLE_MS = 90_000
/** A send that nobody confirmed and that left no trace in the job for this long is no longer watched. */
const NO_SIGN_MS = 10 * 60_000
const DEADLINE_MS = 24 * 3_600_000
/** A pull request can appear a little after the job completed: it is looked for again this long after. */
const LINK_LOOKS_MS = [15_000, 60_000]

/** The follow-up after a look at its job, and when to look again (undefined: it is over). */
export type Look = { next: Followup; againInMs: number | undefined }

export function decideLook(followup: In<'watching'>, job: AgentJob, nowMs: number, random: number): Look {
  const { progress } = followup
  const status = finalStatus(job)
  const goOn = (next: Followup = followup, againInMs = nextLookMs(nowMs - watchedSinceMs(progress), random)): Look => ({
    next,
    againInMs
  })

  if (status !== undefined && isNews(followup, job, nowMs)) {
    const sinceMs = progress.linkMissingSinceMs ?? nowMs
    const nextLookAt = LINK_LOOKS_MS.map(lookMs => sinceMs + lookMs).find(atMs => atMs > nowMs)
    if (status === 'completed' && !job.prLink && nextLookAt !== undefined) {
      return goOn(moveTo<'watching'>(followup, { ...progress, linkMissingSinceMs: sinceMs }), nextLookAt - nowMs)
    }
    const linkBefore = progress.before.prLink ?? undefined
    const finished = {
      state: 'finished' as const,
      status,
      job,
      sentAtMs: progress.sentAtMs,
      finishedAtMs: nowMs,
      ...(linkBefore && { linkBefore })
    }
    return { next: moveTo<'finished'>(followup, finished), againInMs: undefined }
  }
  const tooLate = decideLate(followup, status !== undefined, nowMs)
  if (tooLate) return { next: tooLate, againInMs: undefined }
  if (
    job.status !== undefined &&
    status === undefined &&
    (!progress.sawActive || progress.linkMissingSinceMs !== undefined)
  ) {
    return goOn(moveTo<'watching'>(followup, { ...progress, sawActive: true, linkMissingSinceMs: undefined }))
  }
  return goOn()
}

/** The job could not be read: only time can end the watch. */
export function decideUnread(followup: In<'watching'>, nowMs: number, random: number): Look {
  const tooLate = decideLate(followup, false, nowMs)
  return tooLate
    ? { next: tooLate, againInMs: undefined }
    : { next: followup, againInMs: nextLookMs(nowMs - watchedSinceMs(followup.progress), random) }
}

/** Whether a final status can be the outcome of this instruction, and not what an earlier one left behind. */
function isNews({ progress }: In<'watching'>, job: AgentJob, nowMs: number): boolean {
  const { before, sawActive, sentAtMs, delivery } = progress
  if (sawActive) return true
  if (before.status !== undefined && finalStatus(before) === undefined) return true
  if (
    differs(before.status, job.status) ||
    differs(before.prLink, job.prLink) ||
    differs(before.archivedAt, job.archivedAt)
  )
    return true
  return delivery === 'sure' && nowMs - sentAtMs >= SETTLE_MS
}

/** Only what was known both times can differ. */
function differs(before: string | null | undefined, now: string | null | undefined): boolean {
  return before !== undefined && now !== undefined && before !== now
}

function decideLate(followup: In<'watching'>, jobIsIdle: boolean, nowMs: number): Followup | undefined {
  const { progress } = followup
  const ageMs = nowMs - watchedSinceMs(progress)
  const because =
    ageMs >= DEADLINE_MS
      ? 'deadline'
      : progress.delivery === 'maybe' && jobIsIdle && ageMs >= NO_SIGN_MS
        ? 'no sign'
        : undefined
  return because && endWatch(followup, because, nowMs)
}

export function stopWatching(
  followup: In<'watching' | 'unwatched'>,
  because: 'stopped' | 'job gone' | 'sent again' | 'card deleted' | 'channel archived' | 'bug',
  nowMs: number,
  by?: string
): Followup {
  return endWatch(followup, because, nowMs, by)
}

/** Ended by a person or by time, and not because there is nothing left to watch. */
export function canResume(followup: Followup): followup is In<'unwatched'> {
  return isIn(followup, 'unwatched') && ['stopped', 'deadline'].includes(followup.progress.because)
}

/** A person wants it watched on: with all that was known when its watch ended, and for another day. */
export function resumeWatching(followup: In<'unwatched'>, by: string, nowMs: number): In<'watching'> {
  return moveTo<'watching'>(followup, {
    state: 'watching',
    ...sentOf(followup.progress),
    resumed: { by, atMs: nowMs }
  })
}

function endWatch(
  followup: In<'watching' | 'unwatched'>,
  because: ProgressOf<'unwatched'>['because'],
  atMs: number,
  by?: string
): Followup {
  return moveTo<'unwatched'>(followup, {
    state: 'unwatched',
    because,
    ...(by !== undefined && { by }),
    atMs,
    ...sentOf(followup.progress)
  })
}

/** What stays known when a watch ends or is taken up again. */
function sentOf({ delivery, doubt, sentAtMs, before, sawActive }: ProgressOf<'watching' | 'unwatched'>) {
  return { delivery, ...(doubt && { doubt }), sentAtMs, before, sawActive }
}

/** The deadline and the pace of the looks count from here. */
const watchedSinceMs = ({ sentAtMs, resumed }: ProgressOf<'watching'>) => resumed?.atMs ?? sentAtMs
