import { describe, expect, it } from 'vitest'
import { decideStalls, keepOn, stallsAfterMs } from '../../../src/followups/rules/decide-stalls.ts'
import type { Followup, In } from '../../../src/followups/rules/followup.ts'
import type { ProgressOf } from '../../../src/followups/rules/progress.ts'
import { NOW, watching } from '../a-followup.ts'

const MINUTE = 60_000
const USUAL = { medianMs: 6 * MINUTE, mostMs: 14 * MINUTE }
const AT_WORK = { status: 'active' }
const BY_ANA = { by: 'U0ANA', atMs: NOW }

const stalled = { atMs: NOW, in: 'f_1', afterMs: 45 * MINUTE, usual: USUAL }
const evidence = { ...watching().progress.evidence, sawWork: true }

const sent = (id: string, progress: Partial<ProgressOf<'watching'>> = {}, threadTs = '1.000001'): In<'watching'> => ({
  ...watching({ evidence, ...progress }),
  id,
  threadTs
})

/** In which message each of them is asked about, after so many minutes. */
function asked(followups: In<'watching'>[], minutes: number, job = AT_WORK, usual: typeof USUAL | undefined = USUAL) {
  const looks = followups.map(before => ({ before, next: before, againInMs: 1_000 }))
  return decideStalls(looks, { job, nowMs: NOW + minutes * MINUTE, usual }).map(({ next }: { next: Followup }) =>
    'stalled' in next.progress ? next.progress.stalled?.in : undefined
  )
}

describe('work that takes longer than usual', () => {
  it.each([
    ['a few seconds', 3_000, 15],
    ['five minutes', 5 * MINUTE, 15],
    ['fourteen minutes', 14 * MINUTE, 42],
    ['two hours', 120 * MINUTE, 360]
  ])('does so where four of five take no more than %s', (_, mostMs, minutes) => {
    expect(stallsAfterMs({ medianMs: 1, mostMs })).toBe(minutes * MINUTE)
  })

  const CASES: [string, In<'watching'>[], number, (string | undefined)[]][] = [
    ['is not asked about too early', [sent('f_1')], 41, [undefined]],
    ['is asked about in time', [sent('f_1')], 42, ['f_1']],
    ['is asked about only once', [sent('f_1', { stalled })], 100, ['f_1']],
    ['is asked about together, in one thread', [sent('f_1'), sent('f_2')], 42, ['f_1', 'f_1']],
    ['is asked about apart, in two threads', [sent('f_1'), sent('f_2', {}, '2.000001')], 42, ['f_1', 'f_2']],
    [
      'is not asked about while another one of the thread is',
      [sent('f_1', { stalled }), sent('f_2')],
      60,
      ['f_1', undefined]
    ],
    [
      'is timed by its own work, if it had to wait for other work',
      [sent('f_1', { evidence: { ...evidence, workSinceMs: NOW + 30 * MINUTE } })],
      71,
      [undefined]
    ],
    [
      'is asked about once its own work takes long',
      [sent('f_1', { evidence: { ...evidence, workSinceMs: NOW + 30 * MINUTE } })],
      72,
      ['f_1']
    ],
    ['is not asked about if its delivery is in doubt', [sent('f_1', { delivery: 'maybe' })], 60, [undefined]],
    ['is not asked about if somebody had it watched again', [sent('f_1', { resumed: BY_ANA })], 60, [undefined]],
    [
      'is not asked about once its turn is over',
      [sent('f_1', { evidence: { ...evidence, turn: 'over' } })],
      60,
      [undefined]
    ]
  ]
  it.each(CASES)('%s', (_, followups, minutes, expected) => {
    expect(asked(followups, minutes)).toEqual(expected)
  })

  it.each([{ status: 'completed' }, { status: 'paused' }, {}])(
    'is not asked about while the job is not at work: %o',
    job => {
      expect(asked([sent('f_1')], 60, { ...AT_WORK, ...job, status: job.status ?? '' })).toEqual([undefined])
    }
  )

  it('is not asked about where nobody knows how long it usually takes', () => {
    const looks = [{ before: sent('f_1'), next: sent('f_1'), againInMs: 1_000 }]
    expect(decideStalls(looks, { job: AT_WORK, nowMs: NOW + 600 * MINUTE, usual: undefined })).toEqual(looks)
  })

  it('is watched on once, by whoever is first', () => {
    const kept = keepOn(sent('f_1', { stalled }), 'U0ANA', NOW)
    expect(kept?.progress.stalled?.kept).toEqual(BY_ANA)
    expect(kept && keepOn(kept, 'U0BEN', NOW + 1)).toBeUndefined()
    expect(keepOn(sent('f_1'), 'U0ANA', NOW)).toBeUndefined()
  })
})
