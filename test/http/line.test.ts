import { expect, it } from 'vitest'
import { createLine } from '../../src/http/pace.ts'
import { createStillClock } from '../support/still-clock.ts'

function openPace() {
  const { now, advance } = createStillClock()
  const pace = createLine(1_200, now)
  return { advance, pace, waits: (...messages: string[]) => messages.map(pace.reserve) }
}

it('holds up no edit before Slack asks to wait', () => {
  expect(openPace().waits('one', 'two', 'one')).toEqual([0, 0, 0])
})

it('gives each message a turn once Slack has waited for as long as it asked to', () => {
  const { advance, pace, waits } = openPace()
  pace.close(30_000)
  expect(waits('one', 'two', 'three', 'two')).toEqual([30_000, 31_200, 32_400, 31_200])
  advance(30_000)
  expect(waits('two', 'one')).toEqual([1_200, 0])
  advance(1_200)
  expect(waits('new', 'two')).toEqual([2_400, 0])
})

it('lets them go as they come again once the line is over', () => {
  const { advance, pace, waits } = openPace()
  pace.close(10_000)
  expect(waits('one', 'two')).toEqual([10_000, 11_200])
  advance(12_400)
  expect(waits('two', 'new', 'another')).toEqual([0, 0, 0])
})

it('lines up anew whatever would have come while Slack asks to wait again', () => {
  const { advance, pace, waits } = openPace()
  pace.close(10_000)
  expect(waits('one', 'two')).toEqual([10_000, 11_200])
  advance(10_000)
  expect(waits('one')).toEqual([0])
  pace.close(60_000)
  expect(waits('one', 'two')).toEqual([60_000, 61_200])
  advance(61_200)
  expect(waits('two')).toEqual([0])
})
