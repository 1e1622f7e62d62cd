import { describe, expect, it } from 'vitest'
import type { AgentJob } from '../../../src/agent/agent-job.ts'
import {
  decideLooks,
  type InPlay,
  isLookedAt,
  type Look,
  stopWatching,
  toAhead
} from '../../../src/followups/model/decide-watch.ts'
import { evidenceAtSend } from '../../../src/followups/model/evidence.ts'
import { type Followup, isFinished, isIn } from '../../../src/followups/model/followup.ts'
import type { ProgressOf } from '../../../src/followups/model/progress.ts'
import { finished, NOW, watching } from '../a-followup.ts'

const OLD = 'https://example.com/pull/1'
const NEW = 'https://example.com/pull/2'
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const idle: AgentJob = { status: 'completed', prLink: OLD, archivedAt: null }
const active: AgentJob = { status: 'active' }
const noLink: AgentJob = { status: 'completed', prLink: null }
const newLink: AgentJob = { status: 'completed', prLink: NEW }
const at = (before: AgentJob) => evidenceAtSend(before, NOW)
const worked = { ...at(idle), worked: 'seen' as const }

type Watch = Partial<ProgressOf<'watching'>>
type More = { isLastCall?: boolean; lastSent?: { id: string; atMs: number } }

const other = (id: string, watch: Watch = {}, threadTs = '1.000001') => ({ ...watching(watch), id, threadTs })

const lookAll = (inPlay: InPlay[], job: AgentJob, afterMs: number, more: More = {}) =>
  decideLooks(inPlay, { job, nowMs: NOW + afterMs, random: 0.5, ...more })

function look(followup: InPlay, job: AgentJob, afterMs: number): Look {
  const [looked] = lookAll([followup], job, afterMs)
  if (looked === undefined) throw new Error('There is nothing to decide')
  return looked
}

type Looked = [name: string, watch: Watch, job: AgentJob, afterMs: number, state: string]

const LOOKS: Looked[] = [
  ['the old end, for a long time', { evidence: at(idle) }, idle, 30 * MINUTE, 'watching'],
  ['an end where there was work', { evidence: at(active) }, idle, 5_000, 'watching'],
  ['an end where nothing was known', { evidence: at({}) }, idle, 5_000, 'watching'],
  ['another end', { evidence: at(idle) }, { ...idle, status: 'failed' }, 5_000, 'ended'],
  ['an archive date', { evidence: at(idle) }, { ...idle, archivedAt: '2026-11-20' }, 5_000, 'ended'],
  ['a record without the link it had', { evidence: at(idle) }, { status: 'completed' }, 5_000, 'watching'],
  ['an unknown status', { evidence: at(idle) }, { status: 'paused' }, 5_000, 'watching'],
  ['no sign of a doubtful send for ten minutes', { evidence: at(idle), delivery: 'maybe' }, idle, 600_000, 'ended'],
  ['work after thirteen days', {}, active, 13 * DAY, 'watching'],
  ['an unknown status after thirteen days', {}, { status: 'paused' }, 13 * DAY, 'watching'],
  ['work at the deadline', {}, active, 14 * DAY, 'ended'],
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
    const others = [watching(), other('f_2'), other('f_3', {}, '2.000001')]
    const toldAt = (all: { next: Followup }[]) => all.map(({ next: { progress } }) => 'dayToldAtMs' in progress)
    expect(toldAt(lookAll(others, active, DAY - 1))).toEqual([false, false, false])
    const looks = lookAll(others, active, DAY)
    expect(toldAt(looks)).toEqual([true, false, true])
    expect(looks.map(({ againInMs }) => againInMs)).toEqual([300_000, 300_000, 300_000])
    const known = looks.flatMap(({ next }) => (isIn(next, 'watching') ? [next] : []))
    expect(lookAll(known, active, DAY + 300_000).map(({ next }) => next)).toEqual(known)
  })

  it('sees another run in more work after the result, unless its thread is closed', () => {
    const { next } = look(watching({ evidence: { ...worked, isInto: true } }), { ...idle, prLink: NEW }, 20_000)
    if (!isFinished(next)) throw new Error('It is not finished')
    expect(look(next, active, 60_000).next.progress.state).toBe('watching')
    const closed = { ...next, closedBecause: 'card deleted' as const }
    expect(look(closed, active, 60_000).next.progress.state).toBe('ended')
  })

  it('reports the link that was there before', () => {
    const finished = (before: AgentJob) => {
      const evidence = { ...at({ status: 'failed', ...before }), worked: 'seen' as const }
      return look(watching({ evidence }), newLink, 0).next.progress
    }
    expect(finished({ prLink: OLD })).toMatchObject({ linkBefore: OLD })
    expect(finished({ prLink: null })).not.toHaveProperty('linkBefore')
    expect(finished({})).not.toHaveProperty('linkBefore')
  })
})

const SENT = { sentAtMs: NOW, resultId: 'f_1:result', linkBefore: OLD }
const ENDED = { ...SENT, state: 'ended', how: 'completed', atMs: NOW + 20_000 }

describe('a result', () => {
  const runEnded = (evidence: object, job: AgentJob, watch: Watch = {}) =>
    look(watching({ evidence: { ...worked, ...evidence }, ...watch }), job, 20_000)

  it('is complete with a new link, and nothing more is looked at', () => {
    expect(runEnded({}, newLink)).toMatchObject({ againInMs: undefined })
    expect(runEnded({}, newLink).next.progress).toEqual({ ...ENDED, job: newLink })
  })

  it('says when the end was first seen, and that it was seen late', () => {
    const late = { seenAtMs: NOW - 1, wasWorking: true }
    const seen = { ...worked, end: { atMs: NOW + 5_000, job: noLink, late } }
    const { next, againInMs } = look(watching({ evidence: seen }), noLink, 20_000)
    expect(againInMs).toBe(30_000)
    const openUntilMs = NOW + 20_000 + 10 * MINUTE
    expect(next.progress).toEqual({ ...ENDED, job: noLink, endedAtMs: NOW + 5_000, late, openUntilMs })
  })

  it.each<[string, object, AgentJob, Watch]>([
    ['has only the link that was there before', {}, { ...newLink, prLink: OLD }, {}],
    ['has a link that may be another run’s', { linkInDoubt: true }, newLink, {}],
    ['is of what was sent into a run', { isInto: true }, newLink, {}],
    ['is not the first', {}, newLink, { earlier: ['f_1:result'] }]
  ])('is looked at a while longer if it %s', (_, evidence, job, watch) => {
    const { next, againInMs } = runEnded(evidence, job, watch)
    expect(againInMs).toBe(30_000)
    expect(next.progress).toMatchObject({ openUntilMs: NOW + 20_000 + 10 * MINUTE, ...watch })
    expect('isInto' in next.progress).toBe('isInto' in evidence)
  })

  it('waits ten seconds for a link, unless something else goes out now', () => {
    expect(runEnded({}, noLink)).toMatchObject({ next: { progress: { state: 'watching' } }, againInMs: 10_000 })
    const [looked] = lookAll([watching({ evidence: worked })], noLink, 20_000, { isLastCall: true })
    expect(looked?.next.progress.state).toBe('ended')
  })

  const open = (facts: object = {}) => finished({ job: newLink, openUntilMs: NOW + 10 * MINUTE, ...facts })

  it('gains a link, but loses none', () => {
    expect(look(open(), { ...newLink, archivedAt: '2026-11-20' }, MINUTE)).toMatchObject({ againInMs: 30_000 })
    for (const job of [noLink, { ...newLink, archivedAt: '2026-11-20' }])
      expect(look(open(), job, MINUTE).next).toEqual(open())
    const more = { ...newLink, prLink: 'https://example.com/pull/3' }
    expect(look(open(), more, MINUTE).next).toEqual(open({ job: more }))
  })

  it('is followed by another run', () => {
    const again = {
      state: 'watching',
      delivery: 'sure',
      sentAtMs: NOW,
      evidence: { isInto: false, isBehind: false, isMixed: false, linkInDoubt: true, worked: 'seen' }
    }
    const workingAgain = { ...active, prLink: NEW }
    expect(look(open(), workingAgain, MINUTE).next.progress).toEqual({
      ...again,
      evidence: { ...again.evidence, linkBefore: NEW },
      earlier: ['f_1:result']
    })
    const { progress } = look(open({ earlier: ['f_0:result'] }), workingAgain, MINUTE).next
    expect(progress).toMatchObject({ earlier: ['f_0:result', 'f_1:result'] })
  })

  it('is closed by what was sent after it, once that is known', () => {
    const later = other('f_9')
    const lookAt = (atMs: number, ...all: InPlay[]) =>
      lookAll(all, noLink, MINUTE, { lastSent: { id: later.id, atMs } })[0]
    expect(lookAt(NOW + 1, open())).toMatchObject({ next: open(), againInMs: 30_000 })
    expect(lookAt(NOW + 1, open(), later)?.next.progress).not.toHaveProperty('openUntilMs')
    expect(lookAt(NOW - 1, open(), later)?.next).toEqual(open())
    expect(lookAt(NOW + 1, open({ openUntilMs: NOW + MINUTE }))?.againInMs).toBeUndefined()
  })

  it('is followed by no run of its own while something else was sent for it', () => {
    const lastSent = { id: 'f_9', atMs: NOW - 1 }
    const stateBeside = (later: Watch) =>
      lookAll([open(), other('f_9', later)], active, MINUTE, { lastSent })[0]?.next.progress.state
    expect([stateBeside({}), stateBeside({ delivery: 'maybe' })]).toEqual(['ended', 'watching'])
  })

  it('is of all that a run was told, in one thread', () => {
    const confirmed = { ...worked, end: { atMs: NOW + 5_000, job: noLink } }
    const waits = { ...worked, end: { atMs: NOW + 15_000, job: noLink } }
    const all: InPlay[] = [
      watching({ evidence: confirmed }),
      other('f_2', { evidence: waits }),
      other('f_3', { evidence: waits }, '2.000001')
    ]
    const resultsOf = (inPlay: InPlay[]) =>
      lookAll(inPlay, noLink, 20_000).map(({ next: { progress } }) =>
        'resultId' in progress ? progress.resultId : progress.state
      )
    expect(resultsOf(all)).toEqual(['f_1:result', 'f_1:result', 'f_3:result'])
    expect(resultsOf([...all, other('f_4')]).at(-1)).toBe('watching')
    const doubtful = other('f_2', { evidence: waits, delivery: 'maybe' })
    expect(resultsOf([watching({ evidence: confirmed }), doubtful])).toEqual(['f_1:result', 'watching'])
    expect(resultsOf([watching({ evidence: waits }), other('f_2')])).toEqual(['watching', 'watching'])
  })

  it('is looked at again, also if it has its link, if the run was told more', () => {
    const looks = lookAll([watching({ evidence: worked }), other('f_2', { evidence: worked })], newLink, 20_000)
    expect(looks.map(({ againInMs }) => againInMs)).toEqual([30_000, 30_000])
  })
})

describe('what has not started', () => {
  const told = { toldAtMs: NOW + 90_000 }

  it('is looked at when it is time to say so', () => {
    expect(look(watching({ evidence: at(idle) }), idle, 87_000)).toMatchObject({ againInMs: 3_000 })
  })

  it('is not said of a job that may be at work', () => {
    expect(look(watching(), { status: 'paused' }, 120_000).next.progress).not.toHaveProperty('toldAtMs')
  })

  it('is watched for half an hour after that, or after the run before it', () => {
    const restAgain = { evidence: { ...at(idle), restSinceMs: NOW + 20 * MINUTE }, ...told }
    expect(look(watching(restAgain), idle, 40 * MINUTE)).toMatchObject({ againInMs: 30_000 })
    expect(look(watching(restAgain), idle, 50 * MINUTE - 10_000)).toMatchObject({ againInMs: 10_000 })
    expect(look(watching(restAgain), idle, 50 * MINUTE)).toMatchObject({
      next: { progress: { state: 'ended', how: 'no work' } },
      againInMs: undefined
    })
  })
})

describe('the next look', () => {
  it.each<[string, Watch, number]>([
    ['sent two days ago', { evidence: at(active) }, 300_000],
    ['sent two days ago, and said not to have started', { evidence: at(idle), toldAtMs: NOW }, 30_000],
    ['said not to have started, and working since', { evidence: at(active), toldAtMs: NOW }, 300_000],
    ['sent two days ago to a job at rest', { evidence: at(idle) }, 300_000]
  ])('is soon or late, as fits what was %s', (_, watch, againInMs) => {
    expect(look(watching(watch), { status: 'paused' }, 2 * DAY)).toMatchObject({ againInMs })
  })

  it('counts from the end of the run before it', () => {
    const evidence = { ...at(idle), restSinceMs: NOW + 2 * DAY - 1_000 }
    expect(look(watching({ evidence }), { status: 'paused' }, 2 * DAY).againInMs).toBeLessThan(30_000)
  })
})

describe('behind others', () => {
  const behind = other('f_3', { evidence: evidenceAtSend(idle, NOW, { isBehind: true, isLinkExpected: false }) })
  const evidenceOf = (inPlay: InPlay[], job = newLink) => {
    const next = lookAll(inPlay, job, 20_000).at(-1)?.next
    return next && isIn(next, 'watching') ? next.progress.evidence : undefined
  }
  const baseline = { status: 'completed', archivedAt: undefined }

  it('begins once all of them have ended, after what they brought', () => {
    const ahead = watching({ evidence: worked })
    const begun = { isBehind: false, baseline, restSinceMs: NOW + 20_000 }
    expect(evidenceOf([ahead, behind])).toMatchObject({ ...begun, linkBefore: NEW })
    expect(evidenceOf([behind])).toMatchObject({ ...begun, linkBefore: OLD })
    expect(evidenceOf([finished({ job: newLink, openUntilMs: NOW + MINUTE }), behind])).toMatchObject(begun)
  })

  it('goes on waiting while one of them has not', () => {
    const ahead = watching({ evidence: worked })
    const doubtful = other('f_0', { delivery: 'maybe' })
    expect(evidenceOf([doubtful, ahead, behind])).toMatchObject({ isBehind: true })
    expect(evidenceOf([other('f_0'), behind], noLink)).toMatchObject({ isBehind: true })
    const awaitsLink = watching({ evidence: { ...worked, end: { atMs: NOW + 15_000, job: noLink } } })
    expect(evidenceOf([awaitsLink, behind], noLink)).toMatchObject({ isBehind: true })
  })

  it('makes work no proof of what may not have arrived, unless nothing was sent since', () => {
    const doubtful = watching({ delivery: 'maybe' })
    const lookAt = (...all: InPlay[]) => lookAll(all, active, 5_000)[0]?.next.progress
    expect(lookAt(doubtful)).toMatchObject({ evidence: { worked: 'seen', isMixed: false } })
    expect(lookAt(doubtful, other('f_2'))).toMatchObject({ evidence: { isMixed: true } })
  })
})

it('a watch that ended records who ended it and why', () => {
  const { progress } = stopWatching(watching(), 'sent again', NOW, 'U0BEN')
  expect(progress).toMatchObject({ state: 'ended', how: 'sent again', by: 'U0BEN' })
  expect(stopWatching(watching(), 'job gone', NOW).progress).not.toHaveProperty('by')
  expect(look(watching(), active, 14 * DAY).next.progress).toMatchObject({ how: 'deadline' })
})

it('puts what is sent next behind what has yet to end', () => {
  const open = finished({ openUntilMs: NOW })
  expect([toAhead([open]), toAhead([watching()]), toAhead([])]).toEqual([
    { isBehind: false, isLinkExpected: true },
    { isBehind: true, isLinkExpected: false },
    { isBehind: false, isLinkExpected: false }
  ])
})

it('looks at what is watched, and at results that are open', () => {
  const all = [watching(), finished({ openUntilMs: NOW }), finished()]
  expect(all.map(isLookedAt)).toEqual([true, true, false])
})
