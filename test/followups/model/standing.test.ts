import { expect, it } from 'vitest'
import type { Progress, Unwatched } from '../../../src/followups/model/progress.ts'
import { isInLine, standingFactsOf, standingOf, standingsThat } from '../../../src/followups/model/standing.ts'
import { finished, NOW, TURN, watching } from '../a-followup.ts'

const { progress: sure } = watching()
const { progress: rested } = watching({ toldAtMs: NOW })
const { restSinceMs: _, ...busy } = sure.evidence
const maybe = { ...sure, delivery: 'maybe' } as const
const left = { ...maybe, dismissed: { by: 'U0ANA', atMs: NOW } }
const until = { state: 'waiting', sinceMs: NOW, untilMs: NOW } as const
const held = (why: 'budget' | 'busy' | 'unreachable' | 'not told'): Progress => ({ ...until, why, tries: 1 })
const over = (how: Unwatched['how'], more: object = {}): Unwatched => ({
  ...sure,
  ...more,
  state: 'ended',
  how,
  atMs: NOW
})

/** How it is shown: its icon, the mark on its message, its group in lists, and its buttons. */
const STANDS: [standing: string, shown: string, first: Progress, ...others: Progress[]][] = [
  ['queued', '⏳ :eyes: running cancel', TURN],
  ['held', '⏸ :double_vertical_bar: held cancel', held('budget'), held('busy')],
  ['held by an outage', '⏸ :double_vertical_bar: held send-now cancel', held('unreachable'), held('not told')],
  ['until idle', '⏰ :alarm_clock: waiting send-now cancel', { state: 'waiting', why: 'idle', sinceMs: NOW }],
  ['scheduled', '⏰ :alarm_clock: waiting send-now cancel', { ...until, why: 'time' }],
  ['undoable', '⏲️ :timer_clock: waiting send-now cancel', { ...until, why: 'undo' }],
  ['sending', '⏳ :eyes: running', { state: 'sending', taskId: 't', sinceMs: NOW, before: {}, evidence: busy }],
  ['sent', '⏳ :incoming_envelope: running', sure, { ...sure, evidence: busy }, { ...rested, evidence: busy }],
  ['not started', '⏳ :incoming_envelope: idle', rested],
  ['in doubt', '⚠️ :warning: undecided send-again leave-it', maybe],
  ['dismissed', '⏳ :eyes: running', left],
  ['in doubt for good', '⚠️ :warning: undecided send-again leave-it', over('no sign', maybe), over('deadline', maybe)],
  ['left in doubt', '🔕 :no_bell: done send-again', over('no sign', left), over('deadline', left)],
  ['completed', '✅ :white_check_mark: done', finished().progress],
  ['failed', '❌ :x: done', finished({ how: 'failed' }).progress],
  ['archived', '🔕 :no_bell: done', finished({ how: 'archived' }).progress],
  ['never started', '🔕 :incoming_envelope: done', over('no work')],
  ['unwatched', '🔕 :no_bell: done', over('deadline'), over('job gone', maybe)],
  ['replaced', '🔕 :no_bell: done', over('sent again', maybe), over('sent again')],
  ['rejected', '❌ :x: done', { state: 'dropped', reason: 'invalid', atMs: NOW }],
  ['cancelled', '🚫 done', { state: 'dropped', reason: 'cancelled', atMs: NOW }]
]

it.each(STANDS)('one that is %s is known by how far it has come', (standing, _, ...stands) => {
  expect(stands.map(progress => standingOf({ progress }))).toEqual(stands.map(() => standing))
})

it.each(STANDS)('one that is %s is shown as %s', (_, shown, progress) => {
  const { icon, mark, group, offers } = standingFactsOf({ progress })
  expect([icon, ...(mark === null ? [] : [`:${mark}:`]), group, ...offers].join(' ')).toBe(shown)
})

it('only what is about to be sent is in its job’s line, which SQL is told by name', () => {
  const inLine = STANDS.flatMap(([standing, , progress]) => (isInLine({ progress }) ? [standing] : []))
  expect(inLine).toEqual(['queued', 'held', 'held by an outage', 'sending'])
  expect(standingsThat(facts => facts.isInLine)).toBe(inLine.map(standing => `'${standing}'`).join(', '))
})
