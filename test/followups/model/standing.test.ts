import { expect, it } from 'vitest'
import type { Progress, Unwatched } from '../../../src/followups/model/progress.ts'
import { isInLine, standingOf, standingsThat } from '../../../src/followups/model/standing.ts'
import { finished, NOW, TURN, watching } from '../a-followup.ts'

const DISMISSED = { dismissed: { by: 'U0ANA', atMs: NOW } }
const { progress: sure } = watching()
const { progress: rested } = watching({ toldAtMs: NOW })
const { restSinceMs: _, ...busy } = sure.evidence
const maybe = { ...sure, delivery: 'maybe' } as const
const held = (why: 'budget' | 'busy' | 'unreachable' | 'not told'): Progress => {
  return { state: 'waiting', why, sinceMs: NOW, untilMs: NOW, tries: 1 }
}
const over = (how: Unwatched['how'], more: object = {}): Unwatched => ({
  ...sure,
  ...more,
  state: 'ended',
  how,
  atMs: NOW
})

const STANDS: [standing: string, first: Progress, ...others: Progress[]][] = [
  ['queued', TURN],
  ['held', held('budget'), held('busy')],
  ['held by an outage', held('unreachable'), held('not told')],
  ['until idle', { state: 'waiting', why: 'idle', sinceMs: NOW }],
  ['scheduled', { state: 'waiting', why: 'time', sinceMs: NOW, untilMs: NOW }],
  ['undoable', { state: 'waiting', why: 'undo', sinceMs: NOW, untilMs: NOW }],
  ['sending', { state: 'sending', taskId: 't', sinceMs: NOW, before: {}, evidence: busy }],
  ['sent', sure, { ...sure, evidence: busy }, { ...rested, evidence: busy }],
  ['not started', rested],
  ['in doubt', maybe],
  ['dismissed', { ...maybe, ...DISMISSED }],
  ['in doubt for good', over('no sign', maybe), over('deadline', maybe)],
  ['left in doubt', over('no sign', { ...maybe, ...DISMISSED })],
  ['completed', finished().progress],
  ['failed', finished({ how: 'failed' }).progress],
  ['archived', finished({ how: 'archived' }).progress],
  ['never started', over('no work')],
  ['unwatched', over('deadline'), over('deadline', { ...maybe, ...DISMISSED }), over('job gone', maybe)],
  ['replaced', over('sent again', maybe), over('sent again')],
  ['rejected', { state: 'dropped', reason: 'invalid', atMs: NOW }],
  ['cancelled', { state: 'dropped', reason: 'cancelled', atMs: NOW }]
]

it.each(STANDS)('one that is %s is known by how far it has come', (standing, ...stands) => {
  expect(stands.map(progress => standingOf({ progress }))).toEqual(stands.map(() => standing))
})

it('only what is about to be sent is in its job’s line, which SQL is told by name', () => {
  const inLine = STANDS.flatMap(([standing, progress]) => (isInLine({ progress }) ? [standing] : []))
  expect(inLine).toEqual(['queued', 'held', 'held by an outage', 'sending'])
  expect(standingsThat(facts => facts.isInLine)).toBe(inLine.map(standing => `'${standing}'`).join(', '))
})
