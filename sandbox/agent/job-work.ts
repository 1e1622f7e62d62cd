import type { JobLife } from './job-life.ts'

/** When a message is really worked on, whatever the record shows: something the bot cannot know. */
export type Work = { seq: number; startsAtMs: number; endsAtMs: number }

/** The work on a message that arrives now, and what it means for work already under way. */
export type PlannedWork = { work: Work[]; planned: Work; how: 'merged' | 'after the rest' | 'instead of the rest' }

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
