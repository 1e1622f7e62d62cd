import { describe, expect, it } from 'vitest'
import { ASSUMED, type Habit, learn } from '../../../src/agent/habit.ts'
import { decideLooks } from '../../../src/followups/rules/decide-looks.ts'
import { stopWatching } from '../../../src/followups/rules/decide-watch.ts'
import type { In } from '../../../src/followups/rules/followup.ts'
import { learnFrom } from '../../../src/followups/rules/learn-from.ts'
import type { ProgressOf } from '../../../src/followups/rules/progress.ts'
import { NOW, watching } from '../a-followup.ts'

const MINUTE = 60_000
const ENDED = { status: 'completed', prLink: 'https://example.com/pull/2', archivedAt: null }

/** The move that a look makes which finds the end so long after the send. */
function finished(watch: Partial<ProgressOf<'watching'>>, afterMs: number) {
  const before = watching(watch)
  const moment = { nowMs: NOW + afterMs, random: 0.5, watchAtRestMs: MINUTE }
  const [looked] = decideLooks([before], { ...moment, job: ENDED })
  if (looked?.next.progress.state !== 'finished') throw new Error('It is not finished')
  return { before, after: looked.next }
}

function learnt(
  move: { before: In<'watching'>; after: Parameters<typeof learnFrom>[0][number]['after'] },
  seenAtMs: number,
  habit?: Habit
) {
  return learnFrom([move], { record: null, seenAtMs, trouble: null, lookNumber: 1, habit })
}

describe('an instruction whose work has ended', () => {
  it('is learnt from: it took as long as from its send to the look that found the end', () => {
    const move = finished({}, 6 * MINUTE)
    const [lookedMs, known] = [NOW + 5.7 * MINUTE, learn(ASSUMED, MINUTE)]
    expect(learnt(move, lookedMs)).toEqual(learn(ASSUMED, 6 * MINUTE))
    expect(learnt(move, lookedMs, known)).toEqual(learn(known, 6 * MINUTE))
  })

  it('took no longer because a second look had to confirm the end', () => {
    const { evidence } = watching().progress
    const end = { atMs: NOW + MINUTE, job: ENDED }
    expect(learnt(finished({ evidence: { ...evidence, end } }, 70_000), NOW + MINUTE)).toEqual(learn(ASSUMED, MINUTE))
  })

  it.each([
    ['nobody had looked for minutes', {}, NOW + 7 * MINUTE],
    ['the job had last been read before the send', {}, NOW - MINUTE],
    ['somebody had it watched again', { resumed: { by: 'U0ANA', atMs: NOW } }, NOW + 9 * MINUTE]
  ])('is not learnt from if %s', (_, watch, seenAtMs) => {
    expect(learnt(finished(watch, 10 * MINUTE), seenAtMs)).toBeUndefined()
  })

  it('counts once for each of several that end together', () => {
    const moves = [finished({}, MINUTE), finished({}, MINUTE)]
    const seen = { record: null, seenAtMs: NOW + MINUTE, trouble: null, lookNumber: 1 }
    expect(learnFrom(moves, seen)).toEqual(learn(learn(ASSUMED, MINUTE), MINUTE))
  })
})

it('nothing is learnt from a watch that ended without an end, or from a result that gains a link', () => {
  const { before, after } = finished({}, MINUTE)
  const stopped = { before, after: stopWatching(before, 'stopped', NOW + MINUTE, 'U0BEN') }
  expect(learnt(stopped, NOW)).toBeUndefined()
  const seen = { record: null, seenAtMs: NOW, trouble: null, lookNumber: 1 }
  expect(learnFrom([{ before: after, after }], seen)).toBeUndefined()
  expect(learnFrom([], seen)).toBeUndefined()
})
