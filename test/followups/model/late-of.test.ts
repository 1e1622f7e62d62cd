import { expect, it } from 'vitest'
import type { AgentJob } from '../../../src/agent/agent-job.ts'
import { type Evidence, evidenceAtSend, type JobLook, weigh } from '../../../src/followups/model/evidence.ts'
import { NOW } from '../a-followup.ts'

const HOUR = 3_600_000
const DONE = { status: 'completed', prLink: null }
const FAILED = { status: 'failed' }
const before = (record: AgentJob | null, seenAtMs: number) => ({ seenBefore: { record, seenAtMs } })
const late = (seenAtMs: number, wasWorking: boolean) => ({ seenAtMs, wasWorking })
const WORKING = { status: 'active' }
const LATE = late(NOW + HOUR, true)
const AN_HOUR_AGO = NOW + 4 * HOUR
const evidence = { ...evidenceAtSend(DONE, NOW), worked: 'seen' as const }
const first = { ...evidence, end: { atMs: NOW + 5 * HOUR - 10_000, job: DONE } }
const firstLate = { ...first, end: { ...first.end, late: LATE } }
const SINCE_FIRST = before(DONE, NOW + 5 * HOUR - 10_000)

type Case = [what: string, look: Partial<JobLook>, late: object | undefined, known?: Evidence, sentAtMs?: number]

const CASES: Case[] = [
  ['late, and when it was last seen working', {}, LATE],
  ['late after an hour', before(WORKING, AN_HOUR_AGO), late(AN_HOUR_AGO, true)],
  ['late, if what was seen then says nothing', before(null, AN_HOUR_AGO), late(AN_HOUR_AGO, false)],
  ['not late after less', before(WORKING, AN_HOUR_AGO + 1), undefined],
  ['late, if it began and ended without a look', before(DONE, NOW), late(NOW, false)],
  ['still late when a second look confirms it', { job: DONE, ...SINCE_FIRST }, LATE, firstLate],
  ['still late when a second look finds another one', SINCE_FIRST, LATE, firstLate],
  ['not late when the first look was in time', { job: DONE, ...before(DONE, NOW + 5 * HOUR) }, undefined, first],
  ['not late if it was sent since', {}, undefined, evidence, AN_HOUR_AGO + 1]
]

it.each(CASES)('an end is %s', (_, look, expected, known = evidence, sentAtMs = NOW) => {
  const seen = { job: FAILED, nowMs: NOW + 5 * HOUR, ...before(WORKING, NOW + HOUR), ...look }
  const { end } = weigh(known, seen, { sentAtMs, isSure: true, isLast: true, isLastCall: false })
  expect(end).toBeDefined()
  expect(end?.late).toEqual(expected)
})
