import { describe, expect, it } from 'vitest'
import type { AgentJob } from '../../../src/agent/agent-job.ts'
import { decideLooks, type InPlay, type Look, stopWatching } from '../../../src/followups/model/decide-watch.ts'
import { evidenceAtSend } from '../../../src/followups/model/evidence.ts'
import { type Followup, isFinished, isIn } from '../../../src/followups/model/followup.ts'
import type { ProgressOf } from '../../../src/followups/model/progress.ts'
import { NOW, watching } from '../a-followup.ts'

const OLD = 'https://example.com/pull/1'
const NEW = 'https://example.com/pull/2'
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
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
  ['the old end, for a long time', { evidence: at(idle) }, idle, 30 * MINUTE, 'watching'],
  ['an end where there was work', { evidence: at({ status: 'active' }) }, idle, 5_000, 'watching'],
  ['an end where nothing was known', { evidence: at({}) }, idle, 5_000, 'watching'],
  ['another end', { evidence: at(idle) }, { ...idle, status: 'failed' }, 5_000, 'ended'],
  ['an archive date', { evidence: at(idle) }, { ...idle, archivedAt: '2026-11-20' }, 5_000, 'ended'],
  ['a record without the link it had', { evidence: at(idle) }, { status: 'completed' }, 5_000, 'watching'],
  ['an unknown status', { evidence: at(idle) }, { status: 'paused' }, 5_000, 'watching'],
  ['no sign of a doubtful send for ten minutes', { evidence: at(idle), delivery: 'maybe' }, idle, 600_000, 'ended'],
  ['work after thirteen days', {}, { status: 'active' }, 13 * DAY, 'watching'],
  ['an unknown status after thirteen days', {}, { status: 'paused' }, 13 * DAY, 'watching'],
  ['work at the deadline', {}, { status: 'active' }, 14 * DAY, 'ended'],
  ['an end at the deadline', { evidence: worked }, idle, 14 * DAY, 'ended']
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

  it('says once in a thread that it has not ended after a day, and looks every five minutes from then on', () => {
    const others = [watching(), { ...watching(), id: 'f_2' }, { ...watching(), id: 'f_3', threadTs: '2.000001' }]
    const lookAt = (all: InPlay[], afterMs: number) =>
      decideLooks(all, { job: { status: 'active' }, nowMs: NOW + afterMs, random: 0.5 })
    const toldAt = (all: { next: Followup }[]) => all.map(({ next: { progress } }) => 'dayToldAtMs' in progress)
    expect(toldAt(lookAt(others, DAY - 1))).toEqual([false, false, false])
    const looks = lookAt(others, DAY)
    expect(toldAt(looks)).toEqual([true, false, true])
    expect(looks.map(({ againInMs }) => againInMs)).toEqual([300_000, 300_000, 300_000])
    const known = looks.flatMap(({ next }) => (isIn(next, 'watching') ? [next] : []))
    expect(lookAt(known, DAY + 300_000).map(({ next }) => next)).toEqual(known)
  })

  it('sees another run in more work after the result, unless its thread is closed', () => {
    const { next } = look(watching({ evidence: { ...worked, isInto: true } }), { ...idle, prLink: NEW }, 20_000)
    if (!isFinished(next)) throw new Error('It is not finished')
    expect(look(next, { status: 'active' }, 60_000).next.progress.state).toBe('watching')
    const closed = { ...next, closedBecause: 'card deleted' as const }
    expect(look(closed, { status: 'active' }, 60_000).next.progress.state).toBe('ended')
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
