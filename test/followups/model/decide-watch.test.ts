import { describe, expect, it } from 'vitest'
import type { AgentJob } from '../../../src/agent/agent-job.ts'
import { decideLooks, type InPlay, type Look, stopWatching } from '../../../src/followups/model/decide-watch.ts'
import { evidenceAtSend } from '../../../src/followups/model/evidence.ts'
import { isFinished, isIn } from '../../../src/followups/model/followup.ts'
import type { ProgressOf } from '../../../src/followups/model/progress.ts'
import { NOW, watching } from '../a-followup.ts'

const OLD = 'https://example.com/pull/1'
const NEW = 'https://example.com/pull/2'
const MINUTE = 60_000
const idle: AgentJob = { status: 'completed', prLink: OLD, archivedAt: null }
const at = (before: AgentJob) => evidenceAtSend(before, NOW)
const worked = { ...at(idle), worked: 'seen' as const }

function look(followup: InPlay, job: AgentJob, afterMs: number): Look {
  const moment = { nowMs: NOW + afterMs, random: 0.5 }
  const [looked] = decideLooks([followup], { ...moment, job })
  if (looked === undefined) throw new Error('There is nothing to decide')
  return looked
}

type Watch = Partial<ProgressOf<'watching'>>
type Looked = [name: string, watch: Watch, job: AgentJob, afterMs: number, state: string]

const LOOKS: Looked[] = [
  ['the old end, at once', { evidence: at(idle) }, idle, 5_000, 'watching'],
  ['the old end, for a long time', { evidence: at(idle) }, idle, 30 * MINUTE, 'watching'],
  [
    'the old end, half an hour after that was reported',
    { evidence: at(idle), toldAtMs: NOW + 90_000 },
    idle,
    90_000 + 30 * MINUTE,
    'ended'
  ],
  ['the same end after work was seen', { evidence: worked }, idle, 5_000, 'ended'],
  ['an end where there was work', { evidence: at({ status: 'active' }) }, idle, 5_000, 'watching'],
  ['an end where there was an odd status', { evidence: at({ status: 'paused' }) }, idle, 5_000, 'watching'],
  ['an end where nothing was known', { evidence: at({}) }, idle, 5_000, 'watching'],
  ['a new link', { evidence: at(idle) }, { ...idle, prLink: NEW }, 5_000, 'ended'],
  ['another end', { evidence: at(idle) }, { ...idle, status: 'failed' }, 5_000, 'ended'],
  ['an archive date', { evidence: at(idle) }, { ...idle, archivedAt: '2026-11-20' }, 5_000, 'ended'],
  ['a record without the link it had', { evidence: at(idle) }, { status: 'completed' }, 5_000, 'watching'],
  ['work', { evidence: at(idle) }, { status: 'active' }, 5_000, 'watching'],
  ['an unknown status', { evidence: at(idle) }, { status: 'paused' }, 5_000, 'watching'],
  ['no status', { evidence: at(idle) }, {}, 5_000, 'watching'],
  ['no status for ten hours', { evidence: at(idle), delivery: 'maybe' }, {}, 36_000_000, 'watching'],
  ['no sign of a doubtful send', { evidence: at(idle), delivery: 'maybe' }, idle, 599_999, 'watching'],
  ['no sign of a doubtful send for ten minutes', { evidence: at(idle), delivery: 'maybe' }, idle, 600_000, 'ended'],
  ['work at the deadline', {}, { status: 'active' }, 24 * 3_600_000, 'ended'],
  ['an end at the deadline', { evidence: worked }, idle, 24 * 3_600_000, 'ended']
]

describe('a look at the job', () => {
  it.each(LOOKS)('sees %s', (_, watch, job, afterMs, state) => {
    const { next, againInMs } = look(watching(watch), job, afterMs)
    expect(next.progress.state).toBe(state)
    expect(againInMs !== undefined).toBe(state === 'watching' || 'openUntilMs' in next.progress)
  })

  it('says once that the job has not started, and then looks less often', () => {
    const quiet = look(watching({ evidence: at(idle) }), idle, 90_000)
    expect(quiet).toMatchObject({ next: { progress: { toldAtMs: NOW + 90_000 } }, againInMs: 30_000 })
    if (!isIn(quiet.next, 'watching')) throw new Error('It is not watched')
    expect(look(quiet.next, idle, 150_000)).toMatchObject({ next: quiet.next, againInMs: 30_000 })
  })

  it('looks again for a link after ten seconds, then accepts that there is none', () => {
    const first = look(
      watching({ evidence: { ...at({ status: 'completed' }), worked: 'seen' as const } }),
      { status: 'completed' },
      20_000
    )
    expect(first).toMatchObject({ next: { progress: { state: 'watching' } }, againInMs: 10_000 })
    if (!isIn(first.next, 'watching')) throw new Error('It is not watched')
    const second = look(first.next, { status: 'completed' }, 30_000)
    expect(second.next.progress).toMatchObject({ state: 'ended', how: 'completed' })
    expect(second.againInMs).toBe(30_000)
  })

  it('adds a link that comes within ten minutes of the result, but no later', () => {
    const none = { status: 'completed', prLink: null }
    const { next } = look(watching({ evidence: { ...worked, end: { atMs: NOW, job: none } } }), none, 20_000)
    if (!isFinished(next)) throw new Error('It is not finished')
    expect(look(next, none, 30_000)).toMatchObject({ next, againInMs: 30_000 })
    expect(look(next, { ...none, prLink: NEW }, 40_000).next.progress).toMatchObject({ job: { prLink: NEW } })
    const late = look(next, { ...none, prLink: NEW }, 20_000 + 10 * MINUTE)
    expect(late.againInMs).toBeUndefined()
    expect(late.next.progress).toMatchObject({ job: none })
    // Work that follows may bring its own link.
    expect(look(next, { status: 'active' }, 40_000).next.progress).not.toHaveProperty('openUntilMs')
  })

  it('sees another run in more work within ten minutes of the result, unless its thread is closed', () => {
    const { next } = look(watching({ evidence: { ...worked, isInto: true } }), { ...idle, prLink: NEW }, 20_000)
    if (!isFinished(next)) throw new Error('It is not finished')
    const again = look(next, { status: 'active' }, 60_000).next
    expect(again.progress).toMatchObject({ state: 'watching', earlier: ['f_1:result'] })
    if (!isIn(again, 'watching')) throw new Error('It is not watched')
    expect(look(again, { ...idle, prLink: NEW }, 120_000).next.progress).toMatchObject({ resultId: 'f_1:result-2' })
    expect(look(next, { status: 'active' }, 20_000 + 10 * MINUTE).next.progress.state).toBe('ended')
    const closed = { ...next, closedBecause: 'card deleted' as const }
    expect(look(closed, { status: 'active' }, 60_000).next.progress.state).toBe('ended')
  })

  it('stops waiting for a link once the job works again', () => {
    const waiting = { ...worked, end: { atMs: NOW, job: { status: 'completed' } } }
    const { next } = look(watching({ evidence: waiting }), { status: 'active' }, 10_000)
    expect(next.progress).toMatchObject({ state: 'watching', evidence: { worked: 'seen' as const } })
    expect(next.progress).not.toHaveProperty('evidence.end')
  })

  it('reports the link that was there before', () => {
    const finished = (before: AgentJob) =>
      look(
        watching({ evidence: { ...at({ status: 'failed', ...before }), worked: 'seen' as const } }),
        { status: 'completed', prLink: NEW },
        0
      ).next.progress
    expect(finished({ prLink: OLD })).toMatchObject({ linkBefore: OLD })
    expect(finished({ prLink: null })).not.toHaveProperty('linkBefore')
    expect(finished({})).not.toHaveProperty('linkBefore')
  })
})

describe('a watch that ended', () => {
  it('records who ended it and why', () => {
    expect(stopWatching(watching(), 'sent again', NOW, 'U0BEN').progress).toMatchObject({
      state: 'ended',
      how: 'sent again',
      by: 'U0BEN'
    })
    expect(stopWatching(watching(), 'job gone', NOW).progress).not.toHaveProperty('by')
  })
})
