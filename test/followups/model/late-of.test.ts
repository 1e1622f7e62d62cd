import { expect, it } from 'vitest'
import { lateOf, type SeenBefore } from '../../../src/followups/model/evidence.ts'
import type { ProgressOf } from '../../../src/followups/model/progress.ts'
import { NOW, watching } from '../a-followup.ts'

const HOUR = 3_600_000
const DONE = { status: 'completed', prLink: null }
const AT_WORK = { status: 'active' }
const workingAt = (seenAtMs: number): SeenBefore => ({ record: AT_WORK, seenAtMs })
const restingAt = (seenAtMs: number): SeenBefore => ({ record: DONE, seenAtMs })
const LATE = { seenAtMs: NOW + HOUR, wasWorking: true }
const AN_HOUR_AGO = NOW + 4 * HOUR

type Case = [
  what: string,
  sight: { job?: object; seenBefore?: SeenBefore; hasEnded?: boolean },
  watch: Partial<ProgressOf<'watching'>>,
  late: object | undefined
]

const CASES: Case[] = [
  ['late, and when it was last seen working', {}, {}, LATE],
  ['late after an hour', { seenBefore: workingAt(AN_HOUR_AGO) }, {}, { seenAtMs: AN_HOUR_AGO, wasWorking: true }],
  ['not late after less', { seenBefore: workingAt(AN_HOUR_AGO + 1) }, {}, undefined],
  [
    'late, if it began and ended without a look',
    { seenBefore: restingAt(NOW), hasEnded: true },
    {},
    { seenAtMs: NOW, wasWorking: false }
  ],
  ['still late when a second look confirms it', { seenBefore: restingAt(NOW + 5 * HOUR) }, { late: LATE }, LATE],
  ['not late if it is still at work', { job: AT_WORK }, {}, undefined],
  ['no longer late if it is seen at work again', { job: AT_WORK }, { late: LATE }, undefined],
  ['not late if it was sent since', {}, { sentAtMs: AN_HOUR_AGO + 1 }, undefined],
  ['not late if it was idle before and is idle now', { seenBefore: restingAt(NOW + HOUR) }, {}, undefined]
]

it.each(CASES)('an end is %s', (_, { hasEnded = false, ...sight }, watch, late) => {
  const { progress } = watching(watch)
  const seen = { job: DONE, nowMs: NOW + 5 * HOUR, seenBefore: workingAt(NOW + HOUR), ...sight }
  expect(lateOf(progress, hasEnded, seen).late).toEqual(late)
})
