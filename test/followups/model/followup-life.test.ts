import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ReadResult, SendResult } from '../../../src/agent/agent-client.ts'
import type { AgentJob } from '../../../src/agent/agent-job.ts'
import {
  decideAfterCrash,
  decideAfterRead,
  decideAfterSend,
  hold,
  startSending
} from '../../../src/followups/model/decide-send.ts'
import { decideLooks, decideUnread, type InPlay, stopWatching } from '../../../src/followups/model/decide-watch.ts'
import { type Followup, isFinished, isIn, isUnwatched, moveTo } from '../../../src/followups/model/followup.ts'
import { type Progress, progressSchema, type State } from '../../../src/followups/model/progress.ts'
import { followupIn, NOW, TURN } from '../a-followup.ts'

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
const link = fc.constantFrom('https://example.com/pull/1', 'https://example.com/pull/2', null)
const job: fc.Arbitrary<AgentJob> = fc.record({
  status: maybe(fc.constantFrom('active', 'completed', 'failed', 'archived', 'paused')),
  prLink: maybe(link),
  archivedAt: maybe(fc.constantFrom(null, '2026-11-20'))
})
const refused = fc.record({
  kind: fc.constant('refused' as const),
  reason: fc.constantFrom('invalid', 'unknown job', 'key refused', 'not allowed', 'redirect', 'other'),
  status: fc.constant(400),
  words: maybe(fc.string())
})
const busy = fc.record({ kind: fc.constant('busy' as const), retryAfterMs: maybe(fc.nat(7_200_000)) })
const read: fc.Arbitrary<ReadResult> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('job' as const), job }) },
  fc.constant({ kind: 'unavailable' as const, why: 'x' }),
  busy,
  refused
)
const sent: fc.Arbitrary<SendResult> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('accepted' as const), job }) },
  fc.record({ kind: fc.constant('maybe delivered' as const), why: fc.constantFrom('too slow', 'unreadable') }),
  fc.constant({ kind: 'not delivered' as const, why: 'x' }),
  fc.constant({ kind: 'too late' as const }),
  busy,
  refused
)
const step = fc.record({
  afterMs: fc.oneof(fc.nat(60_000), fc.nat(30 * 3_600_000)),
  random: fc.double({ min: 0, max: 1, noNaN: true }),
  act: fc.constantFrom('go', 'crash', 'full', 'cancel', 'close', 'send again'),
  read,
  sent
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

function look(followup: InPlay, job: AgentJob, nowMs: number): Followup {
  const [looked] = decideLooks([followup], { job, nowMs, random: 0.5 })
  return looked?.next ?? followup
}

/** What the app would do next with a follow-up, by the rules alone. */
function next(followup: Followup, { act, read, sent, random }: Step, nowMs: number): Followup {
  const moment = { nowMs, random }
  if (isIn(followup, 'waiting')) {
    if (act === 'cancel')
      return moveTo<'dropped'>(followup, { state: 'dropped', reason: 'cancelled', by: 'U0ANA', atMs: nowMs })
    if (act === 'full') return hold(followup, 'budget', nowMs + 9, moment)
    const before = decideAfterRead(followup, read, moment)
    return 'next' in before ? before.next : startSending(followup, 'task', before.before, nowMs)
  }
  if (isIn(followup, 'sending'))
    return act === 'crash' ? decideAfterCrash(followup) : decideAfterSend(followup, sent, nowMs + 9, moment)
  if (isIn(followup, 'watching')) {
    if (act === 'close') return stopWatching(followup, 'card deleted', nowMs)
    return read.kind === 'job' ? look(followup, read.job, nowMs) : decideUnread(followup, moment).next
  }
  if (isFinished(followup) && read.kind === 'job') return look(followup, read.job, nowMs)
  if (isUnwatched(followup)) {
    if (act === 'send again') return stopWatching(followup, 'sent again', nowMs, 'U0ANA')
  }
  return followup
}

function live(steps: Step[]): Followup[] {
  let nowMs = NOW
  const lives: Followup[] = [followupIn(TURN)]
  for (const each of steps) {
    nowMs += each.afterMs
    const now = lives.at(-1)
    if (now) lives.push(next(now, each, nowMs))
  }
  return lives
}

function withoutLink(progress: Progress): Progress {
  if (!('resultId' in progress)) return progress
  const { openUntilMs, job, ...told } = progress
  return { ...told, job: { status: told.how } }
}

const ENDED: State[] = ['ended', 'dropped']
const lives = fc.array(step, { maxLength: 40 }).map(live)
const inEveryLife = (check: (life: Followup[]) => void) => fc.assert(fc.property(lives, check), { numRuns: 500 })

describe('the life of a follow-up', () => {
  it('only makes moves that the rules know, and every state can be stored', () => {
    inEveryLife(life => {
      for (const { progress } of life) expect(progressSchema.parse(JSON.parse(JSON.stringify(progress)))).toBeDefined()
    })
  })

  it('ends once for each run, in a result of its own: only a late link can still change that', () => {
    inEveryLife(life => {
      const ends = life
        .filter(followup => isFinished(followup) || isIn(followup, 'dropped'))
        .map(({ progress }) => withoutLink(progress))
      const results = Map.groupBy(ends, progress => ('resultId' in progress ? progress.resultId : progress.state))
      for (const [first, ...others] of results.values()) for (const other of others) expect(other).toEqual(first)
      for (const [at, { progress }] of life.entries()) {
        const before = life[at - 1]?.progress
        if (!before || !('resultId' in before) || progress.state !== 'watching') continue
        expect(progress.earlier?.at(-1)).toBe(before.resultId)
        expect(progress.evidence.worked).toBe('seen')
      }
    })
  })

  it('is sent at most once, unless it certainly was not accepted', () => {
    inEveryLife(life => {
      const states = life.map(({ progress }) => progress.state)
      const watched = states.indexOf('watching')
      if (watched >= 0) expect(states.slice(watched)).not.toContain('sending')
    })
  })

  const STATES: State[] = ['waiting', 'sending', 'watching', 'ended', 'dropped']
  it.each(ENDED)('refuses every way out of %s', state => {
    const from = followupIn({ state, atMs: NOW } as never)
    // A finished one can still get its link or another run.
    const isRun = (to: State) => state === 'ended' && to === 'watching'
    for (const to of STATES.filter(other => (other !== state || state === 'dropped') && !isRun(other)))
      expect(() => moveTo(from, { state: to } as never)).toThrow(`from ${state} to ${to}`)
  })
})
