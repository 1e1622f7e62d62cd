import type { JobLife } from './job-life.ts'

export type JobMoment = { from: number; status: string; prLink: string | null; archivedAt: string | null }

/** What a job shows from which time on. Later moments may lie in the future: nothing runs, a read looks up its time. */
export type JobTimeline = { first: JobMoment; later: JobMoment[] }

export function momentAt(timeline: JobTimeline, now: number): JobMoment {
  return timeline.later.findLast(moment => moment.from <= now) ?? timeline.first
}

export function nextChangeAt(timeline: JobTimeline, now: number): number | null {
  return timeline.later.find(moment => moment.from > now)?.from ?? null
}

export function lastLink(timeline: JobTimeline, now: number): string | null {
  return timeline.later.findLast(moment => moment.from <= now && moment.prLink)?.prLink ?? timeline.first.prLink
}

/** Forgets what was planned after `now` and plans these moments instead. */
export function replan(timeline: JobTimeline, now: number, moments: JobMoment[]): JobTimeline {
  return { first: timeline.first, later: [...timeline.later.filter(moment => moment.from <= now), ...moments] }
}

export function timelineAfterMessage(input: {
  timeline: JobTimeline
  life: JobLife
  now: number
  newLink: () => string
}): JobTimeline {
  const { timeline, life, now } = input
  const visibleFrom = now + (life.staleMs ?? 0)
  const oldLink = lastLink(timeline, now)
  const linkMeanwhile = life.keepsOldLink ? oldLink : null
  const working = { from: visibleFrom, status: 'active', prLink: linkMeanwhile, archivedAt: null }
  const ends = life.ends ?? 'completed'
  if (ends === 'never') return replan(timeline, now, [working])

  const startsAt = life.whileActive === 'queue' ? busyUntil(timeline, now) : now
  const endsAt = startsAt + (life.worksMs ?? 10_000)
  const archivedAt = ends === 'archived' ? new Date(endsAt).toISOString() : null
  const ended = { from: Math.max(endsAt, visibleFrom), status: ends, prLink: linkMeanwhile, archivedAt }
  const link = linkAfter({ life, ends, oldLink, newLink: input.newLink })
  if (!life.linkLateMs) return replan(timeline, now, [working, { ...ended, prLink: link }])
  const linked = { ...ended, from: Math.max(endsAt + life.linkLateMs, visibleFrom), prLink: link }
  return replan(timeline, now, [working, ended, linked])
}

function busyUntil(timeline: JobTimeline, now: number): number {
  if (momentAt(timeline, now).status !== 'active') return now
  return timeline.later.find(moment => moment.from > now && moment.status !== 'active')?.from ?? now
}

export function linkAfter(input: {
  life: JobLife
  ends: string
  oldLink: string | null
  newLink: () => string
}): string | null {
  const pullRequest = input.life.pullRequest ?? input.ends === 'completed'
  if (pullRequest === true) return input.newLink()
  if (pullRequest === false) return input.life.keepsOldLink ? input.oldLink : null
  return pullRequest === 'same' ? input.oldLink : pullRequest
}
