import { expect, it } from 'vitest'
import { timesSeenAgain } from '../../../src/followups/model/seen.ts'

const MINUTE_MS = 60_000

it.each([
  [null, 0],
  [-5, 0],
  [4.9, 0],
  [5, 1],
  [9.9, 1],
  [10, 2],
  [39, 3],
  [40, 4],
  [1_440, 9]
])('after a look at minute %s has a card say so for the %ith time', (seen, times) => {
  expect(timesSeenAgain(0, seen === null ? null : seen * MINUTE_MS)).toBe(times)
})
