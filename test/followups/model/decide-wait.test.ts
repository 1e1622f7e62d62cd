import { expect, it } from 'vitest'
import type { AgentJob } from '../../../src/agent/agent-job.ts'
import { decideWaits, isIdle } from '../../../src/followups/model/decide-send.ts'
import { stopWatching } from '../../../src/followups/model/decide-watch.ts'
import { evidenceAtSend } from '../../../src/followups/model/evidence.ts'
import type { Followup } from '../../../src/followups/model/followup.ts'
import { deferredIn, finished, NOW, watching } from '../a-followup.ts'

const REST: AgentJob = { status: 'completed', prLink: null, archivedAt: null }
const WORK: AgentJob = { ...REST, status: 'active' }

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

it('says once that one has to wait', () => {
  const look = (version: number) => {
    const seen = { job: WORK, isGone: false, isLineFree: true, inPlay: [], nowMs: NOW, random: 0.5 }
    return decideWaits([deferredIn({ why: 'idle' }, { version })], seen)[0]
  }
  const [first, second] = [look(0), look(1)]
  expect([first?.next.progress === first?.before.progress, second?.next === second?.before]).toEqual([false, true])
})
