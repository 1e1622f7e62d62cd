import { expect, it } from 'vitest'
import { decideLooks, isInPlay } from '../../../src/followups/rules/decide-looks.ts'
import { decideAfterCrash, startSending } from '../../../src/followups/rules/decide-send.ts'
import { followupSchema, isIn } from '../../../src/followups/rules/followup.ts'
import { followupIn, NOW } from '../a-followup.ts'
import { REST, WORK } from './live-by-the-rules.ts'

it.each([
  ['seen at work', REST, true, 'finished'],
  ['not seen at work', REST, false, 'watching'],
  ['sent into running work', WORK, true, 'watching']
])('carries on with what an older version sent, %s', (_, before, sawActive, state) => {
  const { progress, ...row } = followupIn({ state: 'accepted' })
  const old = { state: 'watching', delivery: 'sure', sentAtMs: NOW, before, sawActive }
  const followup = followupSchema.parse({ ...row, progress: old })
  if (!isInPlay(followup)) throw new Error(`It is ${progress.state}`)
  const [looked] = decideLooks([followup], { job: REST, nowMs: NOW + 30_000, random: 0.5, watchAtRestMs: 60_000 })
  expect(looked?.next.progress.state).toBe(state)
})

it('reads what was stored before link owners were recorded', () => {
  const sent = decideAfterCrash(startSending(followupIn({ state: 'accepted' }), 'task', REST, NOW, []))
  if (!isIn(sent, 'watching')) throw new Error('It is not watched')
  const { linkInDoubt, startUnread, ...evidence } = sent.progress.evidence
  const stored = { ...sent, progress: { ...sent.progress, evidence } }
  expect(followupSchema.parse(stored).progress).toEqual(sent.progress)
  expect([linkInDoubt, startUnread]).toEqual([false, false])
})
