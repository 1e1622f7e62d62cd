import { expect, it } from 'vitest'
import { createThreadStatusPace } from '../../src/slack/thread-status-pace.ts'
import { createStillClock } from '../support/still-clock.ts'

function openPace() {
  const { now, advance } = createStillClock()
  const warnings: object[] = []
  return { advance, warnings, pace: createThreadStatusPace({ now, log: { warn: facts => void warnings.push(facts) } }) }
}

it('lets one call go out in a second', () => {
  const { advance, pace } = openPace()
  expect([pace.takeTurn(), pace.takeTurn()]).toEqual([0, 1_000])
  advance(400)
  expect(pace.takeTurn()).toBe(600)
  advance(600)
  expect([pace.takeTurn(), pace.takeTurn()]).toEqual([0, 1_000])
})

it('is closed for as long as Slack says', () => {
  const { advance, pace } = openPace()
  pace.close(30_000)
  pace.close(5_000)
  expect(pace.closedForMs()).toBe(30_000)
  advance(30_000)
  expect(pace.closedForMs()).toBe(0)
})

it('is closed for an hour after a refusal, which is logged once', () => {
  const { advance, warnings, pace } = openPace()
  pace.refused('missing_scope')
  expect(pace.closedForMs()).toBe(3_600_000)
  advance(3_600_000)
  pace.refused('missing_scope')
  expect(warnings).toEqual([{ code: 'missing_scope' }])
})
