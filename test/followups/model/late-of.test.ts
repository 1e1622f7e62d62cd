import { expect, it } from 'vitest'
import { evidenceAtSend, type JobLook, weigh } from '../../../src/followups/model/evidence.ts'
import { NOW } from '../a-followup.ts'

const HOUR = 3_600_000
const DONE = { status: 'completed', prLink: null }
const FAILED = { status: 'failed' }
const workingAt = (seenAtMs: number) => ({ record: { status: 'active' }, seenAtMs })
const restingAt = (seenAtMs: number) => ({ record: DONE, seenAtMs })
const LATE = { seenAtMs: NOW + HOUR, wasWorking: true }
const AN_HOUR_AGO = NOW + 4 * HOUR
const evidence = { ...evidenceAtSend(DONE, NOW), worked: 'seen' as const }
const first = { ...evidence, end: { atMs: NOW + 5 * HOUR - 10_000, job: DONE } }

type Case = [what: string, look: Partial<JobLook>, known: typeof evidence, sentAtMs: number, late: object | undefined]

const CASES: Case[] = [
  ['late, and when it was last seen working', {}, evidence, NOW, LATE],
  [
    'late after an hour',
    { seenBefore: workingAt(AN_HOUR_AGO) },
    evidence,
    NOW,
    { seenAtMs: AN_HOUR_AGO, wasWorking: true }
  ],
  [
    'late, if what was seen then says nothing',
    { seenBefore: { record: null, seenAtMs: AN_HOUR_AGO } },
    evidence,
    NOW,
    { seenAtMs: AN_HOUR_AGO, wasWorking: false }
  ],
  ['not late after less', { seenBefore: workingAt(AN_HOUR_AGO + 1) }, evidence, NOW, undefined],
  [
    'late, if it began and ended without a look',
    { seenBefore: restingAt(NOW) },
    evidence,
    NOW,
    { seenAtMs: NOW, wasWorking: false }
  ],
  [
    'still late when a second look confirms it',
    { job: DONE, seenBefore: restingAt(NOW + 5 * HOUR - 10_000) },
    { ...first, end: { ...first.end, late: LATE } },
    NOW,
    LATE
  ],
  [
    'still late when a second look finds another one',
    { seenBefore: restingAt(NOW + 5 * HOUR - 10_000) },
    { ...first, end: { ...first.end, late: LATE } },
    NOW,
    LATE
  ],
  [
    'not late when the first look was in time',
    { job: DONE, seenBefore: restingAt(NOW + 5 * HOUR) },
    first,
    NOW,
    undefined
  ],
  ['not late if it was sent since', {}, evidence, AN_HOUR_AGO + 1, undefined]
]

it.each(CASES)('an end is %s', (_, look, known, sentAtMs, late) => {
  const seen = { job: FAILED, nowMs: NOW + 5 * HOUR, seenBefore: workingAt(NOW + HOUR), ...look }
  const { end } = weigh(known, seen, { sentAtMs, isSure: true, isLast: true, isLastCall: false })
  expect(end).toBeDefined()
  expect(end?.late).toEqual(late)
})
