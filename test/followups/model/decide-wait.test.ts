import { expect, it } from 'vitest'
import type { AgentJob } from '../../../src/agent/agent-job.ts'
import { decideWaits, isIdle } from '../../../src/followups/model/decide-send.ts'
import { stopWatching } from '../../../src/followups/model/decide-watch.ts'
import { evidenceAtSend } from '../../../src/followups/model/evidence.ts'
import type { Followup } from '../../../src/followups/model/followup.ts'
import { deferredIn, finished, NOW, watching } from '../a-followup.ts'

const REST: AgentJob = { status: 'completed', prLink: null, archivedAt: null }
const WORK: AgentJob = { ...REST, status: 'active' }

const told = watching({ toldAtMs: NOW, evidence: { ...evidenceAtSend(REST, NOW), restSinceMs: NOW } })
const begun = watching({ evidence: evidenceAtSend(REST, NOW) }, REST)
const maybe = watching({ delivery: 'maybe', doubt: 'cut off' })
const intoWork = watching({ delivery: 'maybe', doubt: 'cut off' }, WORK)
const stoppedAtWork = stopWatching(watching({}, WORK), 'job gone', NOW)
const stopped = stopWatching(watching(), 'job gone', NOW)
const ended = finished({ job: REST })

const LATER = { nowMs: NOW + 95_000 }

const IDLE: [what: string, isIdle: boolean, job: AgentJob | undefined, inPlay: Followup[], more?: object][] = [
  ['at rest', true, REST, []],
  ['failed', true, { ...REST, status: 'failed' }, []],
  ['archived', true, { ...REST, status: 'archived' }, []],
  ['at work', false, WORK, []],
  ['in a state that nobody knows', false, { ...REST, status: 'paused' }, []],
  ['without a status', false, {}, []],
  ['not read', false, undefined, []],
  ['at rest, but something is about to be sent', false, REST, [], { isLineFree: false }],
  ['at rest, but has yet to begin what was sent', false, REST, [watching()]],
  ['at rest, but may have been sent something', false, REST, [maybe]],
  ['at rest, long after it may have been sent something', true, REST, [maybe], LATER],
  ['at rest for long since a send, but nobody was told', false, REST, [begun], LATER],
  ['at rest, after people were told that it does nothing', true, REST, [told]],
  ['at rest, a moment after a watch was stopped', false, REST, [stopped]],
  ['at rest, before people are told that it does nothing', false, REST, [maybe], { nowMs: NOW + 89_999 }],
  ['at rest, at the moment when they would be', true, REST, [maybe], { nowMs: NOW + 90_000 }],
  ['at rest, though what may have been sent was sent while it worked', false, REST, [intoWork], LATER],
  ['at rest, and what was sent while it worked is no longer watched', true, REST, [stoppedAtWork]],
  ['at rest, long after a watch was stopped', true, REST, [stopped], LATER],
  ['at rest, with a result', true, REST, [ended]]
]

it.each(IDLE)('a job that is %s is idle: %s', (_, expected, job, inPlay, more = {}) => {
  expect(isIdle({ job, isLineFree: true, inPlay, nowMs: NOW, ...more })).toBe(expected)
})

const seen = { job: REST, isGone: false, isLineFree: true, inPlay: [], nowMs: NOW + 1, random: 0.5 }
const two = ['f_1', 'f_2'].map(id => deferredIn({ why: 'idle' }, { id }))
const WEEK_MS = 7 * 24 * 3_600_000

it('releases one at a time, into the line from now on', () => {
  const [first, second] = decideWaits(two, seen)
  expect(first?.next).toMatchObject({
    progress: { state: 'waiting', why: 'turn', sinceMs: NOW + 1 },
    inLineAtMs: NOW + 1
  })
  expect(first?.againInMs).toBeUndefined()
  expect(second).toEqual({ before: two[1], next: two[1], againInMs: 4_999 })
})

it('gives all back whose job is gone', () => {
  expect(decideWaits(two, { ...seen, isGone: true }).map(({ next }) => next.progress)).toEqual(
    two.map(() => ({ state: 'dropped', reason: 'unknown job', atMs: NOW + 1 }))
  )
})

it('gives back what waited for a week, unless the job is at rest by then', () => {
  const after = (nowMs: number, job: AgentJob | undefined) =>
    decideWaits(two.slice(0, 1), { ...seen, nowMs, job })[0]?.next.progress
  expect(after(NOW + WEEK_MS, WORK)).toEqual({ state: 'dropped', reason: 'never idle', atMs: NOW + WEEK_MS })
  expect(after(NOW + WEEK_MS, undefined)).toMatchObject({ reason: 'never idle' })
  expect(after(NOW + WEEK_MS - 1, WORK)).toMatchObject({ state: 'waiting', why: 'idle' })
  expect(after(NOW + WEEK_MS, REST)).toMatchObject({ state: 'waiting', why: 'turn' })
})

it('says once that one has to wait', () => {
  const look = (version: number) => {
    return decideWaits([deferredIn({ why: 'idle' }, { version })], { ...seen, job: WORK })[0]
  }
  const [first, second] = [look(0), look(1)]
  expect([first?.next.progress === first?.before.progress, second?.next === second?.before]).toEqual([false, true])
})
