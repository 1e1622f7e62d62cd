import { expect, it } from 'vitest'
import type { AgentJob } from '../../../src/agent/agent-job.ts'
import { decideWaits, isIdle, release } from '../../../src/followups/model/decide-send.ts'
import { stopWatching } from '../../../src/followups/model/decide-watch.ts'
import { evidenceAtSend } from '../../../src/followups/model/evidence.ts'
import type { Deferred, Followup } from '../../../src/followups/model/followup.ts'
import { deferredIn, finished, NOW, TURN, watching } from '../a-followup.ts'

const DAY_MS = 24 * 3_600_000
const REST: AgentJob = { status: 'completed', prLink: null, archivedAt: null }
const WORK: AgentJob = { ...REST, status: 'active' }

const waiting = (id: string, sinceMs = NOW, version = 1) => deferredIn({ why: 'idle' }, { id, version }, { sinceMs })

const told = watching({
  toldAtMs: NOW,
  evidence: { ...evidenceAtSend(REST, NOW), restSinceMs: NOW }
})
const maybe = watching({ delivery: 'maybe', doubt: 'cut off' })
const stopped = stopWatching(watching(), 'job gone', NOW)
const ended = finished({ job: REST })

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
  ['at rest, long after it may have been sent something', true, REST, [maybe], { nowMs: NOW + 95_000 }],
  ['at rest, after people were told that it does nothing', true, REST, [told]],
  ['at rest, a moment after a watch was stopped', false, REST, [stopped]],
  ['at rest, long after a watch was stopped', true, REST, [stopped], { nowMs: NOW + 95_000 }],
  ['at rest, with a result', true, REST, [ended]]
]

it.each(IDLE)('a job that is %s is idle: %s', (_, expected, job, inPlay, more = {}) => {
  expect(isIdle({ job, isLineFree: true, inPlay, nowMs: NOW, ...more })).toBe(expected)
})

const standing = ({ progress }: Followup) =>
  'why' in progress ? progress.why : 'reason' in progress ? progress.reason : progress.state

const SEEN = { job: REST, isGone: false, isLineFree: true, inPlay: [], nowMs: NOW, random: 0.5 }

const look = (forIdle: Deferred[], more: object = {}) =>
  decideWaits(forIdle, { ...SEEN, ...more }).map(
    ({ before, next, againInMs }) =>
      `${before.id} ${standing(next)}${againInMs ? `, again in ${againInMs / 1_000} s` : ''}`
  )

it('lets them go one at a time, and looks again for the others', () => {
  expect(look([waiting('f_1'), waiting('f_2')])).toEqual(['f_1 turn', 'f_2 idle, again in 5 s'])
})

it('says once that one has to wait', () => {
  const [first] = decideWaits([waiting('f_1', NOW, 0)], { ...SEEN, job: WORK })
  const [second] = decideWaits([waiting('f_1')], { ...SEEN, job: WORK })
  expect([first?.next.progress === first?.before.progress, second?.next === second?.before]).toEqual([false, true])
})

it('looks as often as for any other end', () => {
  expect(look([waiting('f_1')], { job: WORK })).toEqual(['f_1 idle, again in 5 s'])
  expect(look([waiting('f_1')], { job: WORK, nowMs: NOW + DAY_MS })).toEqual(['f_1 idle, again in 30 s'])
})

it('lets the send say that the job takes nothing', () => {
  expect(look([waiting('f_1')], { job: undefined, isGone: true })).toEqual(['f_1 unknown job'])
})

it('gives up after a week, even on a job that cannot be read', () => {
  const nowMs = NOW + 7 * DAY_MS
  expect(look([waiting('f_1'), waiting('f_2', NOW + 1)], { job: undefined, nowMs })).toEqual([
    'f_1 never idle',
    'f_2 idle, again in 30 s'
  ])
})

it('counts as written when it is released', () => {
  expect(release(waiting('f_1'), NOW + 1)).toMatchObject({
    progress: { ...TURN, sinceMs: NOW + 1 },
    inLineAtMs: NOW + 1
  })
})
