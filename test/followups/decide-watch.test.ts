import { describe, expect, it } from 'vitest'
import type { AgentJob } from '../../src/agent/agent-job.ts'
import { decideLook, decideUnread, resumeWatching, stopWatching } from '../../src/followups/decide-watch.ts'
import { isIn, type ProgressOf } from '../../src/followups/followup.ts'
import { NOW, watching } from './a-followup.ts'

const OLD = 'https://example.com/pull/1'
const NEW = 'https://example.com/pull/2'
const idle: AgentJob = { status: 'completed', prLink: OLD, archivedAt: null }

type Watch = Partial<ProgressOf<'watching'>>
type Looked = [name: string, watch: Watch, job: AgentJob, afterMs: number, state: string]

const LOOKS: Looked[] = [
  ['the old end, at once', { before: idle }, idle, 5_000, 'watching'],
  ['the old end, just before the window', { before: idle }, idle, 89_999, 'watching'],
  ['the old end, after the window', { before: idle }, idle, 90_000, 'finished'],
  ['the old end of a doubtful send, after the window', { before: idle, delivery: 'maybe' }, idle, 90_000, 'watching'],
  ['the same end after work was seen', { before: idle, sawActive: true }, idle, 5_000, 'finished'],
  ['an end where there was work', { before: { status: 'active' } }, idle, 5_000, 'finished'],
  ['an end where there was an odd status', { before: { status: 'paused' } }, idle, 5_000, 'finished'],
  ['an end where nothing was known', { before: {} }, idle, 5_000, 'watching'],
  ['a new link', { before: idle }, { ...idle, prLink: NEW }, 5_000, 'finished'],
  ['another end', { before: idle }, { ...idle, status: 'failed' }, 5_000, 'finished'],
  ['a date of archiving', { before: idle }, { ...idle, archivedAt: '2026-11-20' }, 5_000, 'finished'],
  ['a record without the link it had', { before: idle }, { status: 'completed' }, 5_000, 'watching'],
  ['work', { before: idle }, { status: 'active' }, 5_000, 'watching'],
  ['a status nobody knows', { before: idle }, { status: 'paused' }, 5_000, 'watching'],
  ['no status', { before: idle }, {}, 5_000, 'watching'],
  ['no status for ten hours', { before: idle, delivery: 'maybe' }, {}, 36_000_000, 'watching'],
  ['no sign of a doubtful send', { before: idle, delivery: 'maybe' }, idle, 599_999, 'watching'],
  ['no sign of a doubtful send for ten minutes', { before: idle, delivery: 'maybe' }, idle, 600_000, 'unwatched'],
  ['work at the deadline', {}, { status: 'active' }, 24 * 3_600_000, 'unwatched'],
  ['an end at the deadline', { sawActive: true }, idle, 24 * 3_600_000, 'finished']
]

describe('decideLook', () => {
  it.each(LOOKS)('sees %s', (_, watch, job, afterMs, state) => {
    const { next, againInMs } = decideLook(watching(watch), job, NOW + afterMs, 0.5)
    expect(next.progress.state).toBe(state)
    expect(againInMs === undefined).toBe(state !== 'watching')
  })

  it('looks for a late link after 15 s and after 60 s, and then believes that there is none', () => {
    let followup = watching({ sawActive: true })
    const empty: AgentJob = { status: 'completed', prLink: null }
    const waits: (number | undefined)[] = []
    for (const atMs of [5_000, 20_000, 65_000]) {
      const { next, againInMs } = decideLook(followup, empty, NOW + atMs, 0.5)
      waits.push(againInMs)
      if (isIn(next, 'watching')) followup = next
      else expect(next.progress).toMatchObject({ state: 'finished', status: 'completed' })
    }
    expect(waits).toEqual([15_000, 45_000, undefined])
  })

  it('forgets that it waited for a link once the job works again', () => {
    const waiting = watching({ sawActive: true, linkMissingSinceMs: NOW })
    const { next } = decideLook(waiting, { status: 'active' }, NOW + 10_000, 0.5)
    expect(next.progress).toMatchObject({ state: 'watching', sawActive: true, linkMissingSinceMs: undefined })
  })

  it('tells the link that was there before', () => {
    const look = (before: AgentJob) =>
      decideLook(watching({ before, sawActive: true }), { status: 'completed', prLink: NEW }, NOW, 0.5).next.progress
    expect(look({ prLink: OLD })).toMatchObject({ linkBefore: OLD })
    expect(look({ prLink: null })).not.toHaveProperty('linkBefore')
    expect(look({})).not.toHaveProperty('linkBefore')
  })
})

describe('a watch that ended', () => {
  it('is taken up where it was, for another day and at a fresh pace', () => {
    const doubtful = watching({ delivery: 'maybe', doubt: 'cut off', before: idle, sawActive: true })
    const stopped = stopWatching(doubtful, 'stopped', NOW + 1_000, 'U0BEN')
    if (!isIn(stopped, 'unwatched')) throw new Error('It is still watched')
    const atMs = NOW + 30 * 3_600_000
    const again = resumeWatching(stopped, 'U0ANA', atMs)
    expect(again.progress).toEqual({ ...doubtful.progress, resumed: { by: 'U0ANA', atMs } })
    expect(decideUnread(again, atMs + 1_000, 0.5)).toEqual({ next: again, againInMs: 4_000 })
    expect(decideUnread(again, atMs + 24 * 3_600_000, 0.5).next.progress).toMatchObject({ because: 'deadline' })
  })

  it('keeps who ended it and why', () => {
    expect(stopWatching(watching(), 'stopped', NOW, 'U0BEN').progress).toMatchObject({
      state: 'unwatched',
      because: 'stopped',
      by: 'U0BEN'
    })
    expect(stopWatching(watching(), 'job gone', NOW).progress).not.toHaveProperty('by')
  })
})
