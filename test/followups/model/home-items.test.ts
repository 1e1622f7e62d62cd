import { expect, it } from 'vitest'
import type { Followup } from '../../../src/followups/model/followup.ts'
import { toHomeItems } from '../../../src/followups/model/home-items.ts'
import type { Unwatched } from '../../../src/followups/model/progress.ts'
import type { Wait } from '../../../src/followups/model/wait.ts'
import { NEVER_SEEN } from '../../../src/followups/stores/job-store.ts'
import { deferredIn, finished, followupIn, jobWatch, NOW, TURN, watching } from '../a-followup.ts'

const DAY_MS = 24 * 3_600_000

const unwatched = (how: Unwatched['how'], atMs = NOW, more: Partial<Followup> = {}) => {
  const { state: _, ...sent } = watching().progress
  return followupIn<'ended'>({ ...sent, state: 'ended', how, atMs }, more)
}

const CASES: [string, Followup, string | undefined][] = [
  ['accepted', followupIn<'waiting'>(TURN), 'running'],
  ['held', followupIn<'waiting'>({ state: 'waiting', untilMs: NOW, sinceMs: NOW, why: 'budget', tries: 1 }), 'running'],
  ['at work', watching(), 'running'],
  ['in doubt', watching({ delivery: 'maybe' }), 'decide'],
  ['left as it is', watching({ delivery: 'maybe', dismissed: { by: 'U0ANA', atMs: NOW } }), 'running'],
  ['no longer looked at', unwatched('deadline'), 'ended'],
  ['no longer looked at since yesterday', unwatched('deadline', NOW - DAY_MS), undefined],
  ['sent again', unwatched('sent again'), undefined],
  ['finished', finished({ atMs: NOW - DAY_MS + 1 }), 'ended'],
  ['finished yesterday', finished({ atMs: NOW - DAY_MS }), undefined],
  ['rejected', followupIn<'dropped'>({ state: 'dropped', reason: 'invalid', atMs: NOW }), 'ended'],
  ['cancelled', followupIn<'dropped'>({ state: 'dropped', reason: 'cancelled', atMs: NOW }), undefined]
]

const own = (followup: Followup) => ({ followup, job: NEVER_SEEN, cardUrl: undefined })

it.each(CASES)('sorts what is %s', (_, followup, group) => {
  expect(toHomeItems([own(followup)], [], NOW)[0]?.group).toBe(group)
})

it('puts what has to be decided first, and what is over last', () => {
  const all = CASES.map(([, followup]) => own(followup))
  const groups = toHomeItems(all, [], NOW).map(({ group }) => group)
  expect(groups.filter((group, at) => group !== groups[at - 1])).toEqual(['decide', 'running', 'ended'])
})

it('puts what waits below what is at work, and what goes out first above the rest', () => {
  const waiting = (id: string, wait: Wait, inLineAtMs = NOW) => own(deferredIn(wait, { id, inLineAtMs }))
  const all = [
    waiting('tomorrow', { why: 'time', untilMs: NOW + DAY_MS }),
    waiting('soon', { why: 'time', untilMs: NOW + 1_000 }),
    waiting('then', { why: 'idle' }, NOW + 1),
    waiting('once idle', { why: 'idle' }),
    own({ ...watching(), id: 'at work' })
  ]
  const ids = toHomeItems(all, [], NOW).map(item => 'followup' in item && item.followup.id)
  expect(ids).toEqual(['at work', 'once idle', 'then', 'soon', 'tomorrow'])
})

it('lists what is watched below what is under way, and leaves out what needs no place', () => {
  const watch = jobWatch()
  const all = [finished(), watching(), ...CASES.filter(([, , group]) => group === undefined).map(([, each]) => each)]
  expect(toHomeItems(all.map(own), [watch], NOW)).toEqual([
    { ...own(watching()), group: 'running' },
    { group: 'watched', watch },
    { ...own(finished()), group: 'ended' }
  ])
})
