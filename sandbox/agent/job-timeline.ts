import type { JobLife } from './stand-in-job.ts'

/** When a message is really worked on, whatever the record shows: something the bot cannot know. */
export type Work = { seq: number; startsAtMs: number; endsAtMs: number }

/** The work on a message that arrives now, and what it means for work already under way. */
type PlannedWork = { work: Work[]; planned: Work; how: 'merged' | 'after the rest' | 'instead of the rest' }

const underWay = (work: Work[], now: number) => work.filter(({ endsAtMs }) => endsAtMs > now)

export function planWork(work: Work[], { seq, life, now }: { seq: number; life: JobLife; now: number }): PlannedWork {
  const { startsLateMs = 0, worksMs = 10_000, ends, whileActive = 'restart' } = life
  const lastsMs = ends === 'never' ? Number.POSITIVE_INFINITY : worksMs
  const current = underWay(work, now)
  const busyUntil = Math.max(...current.map(({ endsAtMs }) => endsAtMs))
  if (current.length > 0 && whileActive === 'merge') {
    const planned = { seq, startsAtMs: now, endsAtMs: busyUntil }
    return { work: [...work, planned], planned, how: 'merged' }
  }
  if (current.length > 0 && whileActive === 'queue' && Number.isFinite(busyUntil)) {
    const startsAtMs = busyUntil + startsLateMs
    const planned = { seq, startsAtMs, endsAtMs: startsAtMs + lastsMs }
    return { work: [...work, planned], planned, how: 'after the rest' }
  }
  const startsAtMs = current.some(({ startsAtMs }) => startsAtMs <= now) ? now : now + startsLateMs
  const planned = { seq, startsAtMs, endsAtMs: startsAtMs + lastsMs }
  // Work already under way starts over with it, and ends with it.
  const restarted = work.map(other => (current.includes(other) ? { ...other, endsAtMs: planned.endsAtMs } : other))
  const how = current.length === 0 ? 'after the rest' : 'instead of the rest'
  return { work: [...restarted, planned], planned, how }
}

/** Someone ended it by hand. */
export function endWork(work: Work[], now: number): Work[] {
  const current = underWay(work, now)
  return work.map(other => (current.includes(other) ? { ...other, endsAtMs: now } : other))
}

export type JobMoment = { fromMs: number; status: string; prLink: string | null; archivedAt: string | null }

/** What a job shows, and from when. Later moments may lie in the future: nothing runs, a read looks up its own time. */
export type JobTimeline = { first: JobMoment; later: JobMoment[] }

export function momentAt(timeline: JobTimeline, now: number): JobMoment {
  return timeline.later.findLast(moment => moment.fromMs <= now) ?? timeline.first
}

/** All that it shows during that millisecond, in this order. */
export function momentsDuring(timeline: JobTimeline, atMs: number): JobMoment[] {
  return [momentAt(timeline, atMs - 1), ...timeline.later.filter(({ fromMs }) => fromMs === atMs)]
}

export function nextChangeAtMs(timeline: JobTimeline, now: number): number | null {
  return timeline.later.find(moment => moment.fromMs > now)?.fromMs ?? null
}

export function lastLink(timeline: JobTimeline, now: number): string | null {
  return timeline.later.findLast(moment => moment.fromMs <= now && moment.prLink)?.prLink ?? timeline.first.prLink
}

/** Forgets what was planned after `now` and plans these moments instead. */
export function replan(timeline: JobTimeline, now: number, moments: JobMoment[]): JobTimeline {
  return { first: timeline.first, later: [...timeline.later.filter(moment => moment.fromMs <= now), ...moments] }
}

export function timelineAfterMessage(input: {
  timeline: JobTimeline
  life: JobLife
  now: number
  work: Work
  /** What was planned before the work begins still happens. */
  keepsPlans: boolean
  newLink: () => string
}): JobTimeline {
  const { timeline, life, now, work, keepsPlans } = input
  const { staleMs = 0, startsLateMs = 0, linkLateMs = 0, ends = 'completed' } = life
  // Work that follows other work shows no end in between, unless it starts late.
  const kept = timeline.later.filter(
    ({ fromMs, status }) =>
      fromMs <= now || (keepsPlans && fromMs < work.startsAtMs && (startsLateMs > 0 || status === 'active'))
  )
  const before = { first: timeline.first, later: kept }
  const visibleFromMs = work.startsAtMs + staleMs
  const oldLink = lastLink(before, work.startsAtMs)
  const linkMeanwhile = life.keepsOldLink ? oldLink : null
  const working = { fromMs: visibleFromMs, status: 'active', prLink: linkMeanwhile, archivedAt: null }
  const plan = (...moments: JobMoment[]) => ({ first: timeline.first, later: [...kept, ...moments] })
  if (!Number.isFinite(work.endsAtMs)) return plan(working)

  const archivedAt = ends === 'archived' ? new Date(work.endsAtMs).toISOString() : null
  const ended = { fromMs: Math.max(work.endsAtMs, visibleFromMs), status: ends, prLink: linkMeanwhile, archivedAt }
  const link = linkAfter({ life, ends, oldLink, newLink: input.newLink })
  if (linkLateMs === 0) return plan(working, { ...ended, prLink: link })
  const linked = { ...ended, fromMs: Math.max(work.endsAtMs + linkLateMs, visibleFromMs), prLink: link }
  return plan(working, ended, linked)
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
