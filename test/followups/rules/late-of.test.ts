import { expect, it } from 'vitest'
import { type Downtime, isOverADay, missedSinceMs } from '../../../src/followups/rules/downtime.ts'
import { lateOf, type SeenBefore } from '../../../src/followups/rules/late-of.ts'
import type { ProgressOf } from '../../../src/followups/rules/progress.ts'
import { NOW, watching } from '../a-followup.ts'

const HOUR = 3_600_000
const OFFLINE = { fromMs: NOW + HOUR, untilMs: NOW + 4 * HOUR }
/** A few minutes after it had started, it stopped again. */
const AGAIN = { fromMs: NOW + 4.1 * HOUR, untilMs: NOW + 9 * HOUR }
const DONE = { status: 'completed', prLink: null }
const AT_WORK = { status: 'active' }
const workingAt = (seenAtMs: number): SeenBefore => ({ record: AT_WORK, seenAtMs })
const restingAt = (seenAtMs: number): SeenBefore => ({ record: DONE, seenAtMs })
const LATE = { ...OFFLINE, workingAtMs: NOW + HOUR }

type Case = [
  what: string,
  sight: { job?: object; seenBefore?: SeenBefore; offline?: Downtime[]; hasEnded?: boolean },
  watch: Partial<ProgressOf<'watching'>>,
  late: object | undefined
]

const CASES: Case[] = [
  ['late, and when it was last seen working', {}, {}, LATE],
  ['late, if it began and ended while no bot ran', { seenBefore: restingAt(NOW), hasEnded: true }, {}, OFFLINE],
  ['still late when a second look confirms it', { seenBefore: restingAt(NOW + 5 * HOUR) }, { late: LATE }, LATE],
  ['not late if it is still at work', { job: AT_WORK }, {}, undefined],
  ['no longer late if it is seen at work again', { job: AT_WORK }, { late: LATE }, undefined],
  ['not late if a bot has looked since', { seenBefore: workingAt(NOW + 5 * HOUR) }, {}, undefined],
  ['not late if it was sent since', {}, { sentAtMs: NOW + 5 * HOUR }, undefined],
  ['not late if somebody has it watched only since', {}, { resumed: { by: 'U0ANA', atMs: NOW + 5 * HOUR } }, undefined],
  ['not late if it was idle before and is idle now', { seenBefore: restingAt(NOW + HOUR) }, {}, undefined],
  [
    'late since the first of two stops, if no look came between',
    { offline: [OFFLINE, AGAIN] },
    {},
    { ...LATE, untilMs: AGAIN.untilMs }
  ],
  [
    'late since the second, if one did',
    { offline: [OFFLINE, AGAIN], seenBefore: workingAt(AGAIN.fromMs) },
    {},
    { ...AGAIN, workingAtMs: AGAIN.fromMs }
  ],
  [
    'late since the second, if it was sent between',
    { offline: [OFFLINE, AGAIN] },
    { sentAtMs: AGAIN.fromMs },
    { ...AGAIN, workingAtMs: NOW + HOUR }
  ],
  ['not late if a bot has run all the time', { offline: [] }, {}, undefined]
]

it.each(CASES)('an end is %s', (_, { hasEnded = false, ...sight }, watch, late) => {
  const { progress } = watching(watch)
  const seen = { job: DONE, offline: [OFFLINE], seenBefore: workingAt(NOW + HOUR), ...sight }
  expect(lateOf(progress, hasEnded, seen).late).toEqual(late)
})

it.each([
  ['all of it, if it began later', NOW, 3 * HOUR],
  ['the rest of it, if it was under way', NOW + 2 * HOUR, 2 * HOUR],
  ['nothing, if it was over', NOW + 5 * HOUR, 0]
])('of a time without a bot, %s, is missed', (_, sinceMs, missedMs) => {
  expect(missedSinceMs(sinceMs, [OFFLINE])).toBe(missedMs)
  expect(missedSinceMs(sinceMs, [])).toBe(0)
})

it('is missed in every night without a bot', () => {
  expect(missedSinceMs(NOW + 2 * HOUR, [OFFLINE, AGAIN])).toBe(2 * HOUR + 4.9 * HOUR)
})

it('is over a day after more than 24 hours', () => {
  expect(isOverADay({ fromMs: NOW, untilMs: NOW + 24 * HOUR })).toBe(false)
  expect(isOverADay({ fromMs: NOW, untilMs: NOW + 24 * HOUR + 1 })).toBe(true)
})
