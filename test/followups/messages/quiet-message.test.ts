import { expect, it } from 'vitest'
import { checkBlocks } from '../../../sandbox/slack/block-kit/check-blocks.ts'
import { quietMessage } from '../../../src/followups/messages/quiet-message.ts'
import { asShown } from '../../support/as-shown.ts'
import { followupIn, NOW, watching } from '../a-followup.ts'

const told = { kind: 'as one' as const, atMs: NOW, in: 'f_1', job: { status: 'completed' } }
const finished = (at: number, finishedAtMs: number, where: object = { toldIn: 'f_1' }) =>
  followupIn(
    { state: 'finished', status: 'completed', job: {}, sentAtMs: NOW, finishedAtMs, ...where },
    { id: `f_${at}`, prompt: `thing ${at}` }
  )
const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1)

it('stays a message that Slack takes, however many instructions it speaks of', () => {
  const waiting = numbers(60).map(at => ({ ...watching({ told }), prompt: `thing ${at}` }))
  const message = quietMessage([...numbers(20).map(at => finished(at, NOW + at)), ...waiting])
  expect(checkBlocks(message?.blocks ?? [], 'message')).toMatchObject({ ok: true })
  const lines = asShown(message ?? { text: '' }).split('\n')
  expect(lines[0]).toBe('— 12 earlier results')
  expect(lines.filter(line => line.includes('finished, no pull request'))).toHaveLength(8)
  expect(lines.slice(-4)).toEqual(['>thing 1', '>thing 2', '>thing 3', '— and 57 more'])
})

it('tells several that ended with the same look once, with the words of each', () => {
  expect(asShown(quietMessage([finished(1, NOW), finished(2, NOW)]) ?? { text: '' }).split('\n')).toEqual([
    '*job_8f2* finished, no pull request.',
    '>thing 1',
    '>thing 2',
    '— took a few seconds'
  ])
})

it('says of each of several instructions what came of it, or where that is told', () => {
  const together = [finished(1, NOW, { quietIn: 'f_1' }), watching({ told }), finished(3, NOW)]
  expect(asShown(quietMessage(together) ?? { text: '' }).split('\n')).toEqual([
    '*job_8f2* finished, no pull request.',
    '>thing 3',
    '— took a few seconds',
    'The result came later: see below.',
    '>thing 1',
    expect.stringMatching(/^\*job_8f2\* is idle; I’ve seen no separate work for this/),
    '>add examples'
  ])
})
