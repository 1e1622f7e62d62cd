import { expect, it } from 'vitest'
import { decideThreadStatus } from '../../../src/followups/rules/thread-status.ts'

const NOW = Date.UTC(2026, 10, 20, 14, 0, 0)
const SECOND = 1_000

const CASES: [string, Parameters<typeof decideThreadStatus>[0], Parameters<typeof decideThreadStatus>[1], string][] = [
  ['work begins', { shownAtMs: null, threads: 0 }, { isWorking: true, nowMs: NOW }, 'show'],
  ['too many threads show it', { shownAtMs: null, threads: 30 }, { isWorking: true, nowMs: NOW }, 'leave'],
  ['it was just shown', { shownAtMs: NOW - 89 * SECOND, threads: 1 }, { isWorking: true, nowMs: NOW }, 'leave'],
  ['it is about to go away', { shownAtMs: NOW - 90 * SECOND, threads: 30 }, { isWorking: true, nowMs: NOW }, 'show'],
  [
    'the bot wrote in the thread since',
    { shownAtMs: NOW - 9 * SECOND, threads: 1 },
    { isWorking: true, spokeAtMs: NOW - SECOND, nowMs: NOW },
    'show'
  ],
  [
    'the bot wrote there before that',
    { shownAtMs: NOW - SECOND, threads: 1 },
    { isWorking: true, spokeAtMs: NOW - 9 * SECOND, nowMs: NOW },
    'leave'
  ],
  ['a wrong clock said when', { shownAtMs: NOW + 3_600 * SECOND, threads: 1 }, { isWorking: true, nowMs: NOW }, 'show'],
  ['work has ended', { shownAtMs: NOW - SECOND, threads: 1 }, { isWorking: false, nowMs: NOW }, 'clear'],
  ['nothing is shown and nothing done', { shownAtMs: null, threads: 1 }, { isWorking: false, nowMs: NOW }, 'leave']
]

it.each(CASES)('%s', (_, known, sight, step) => {
  expect(decideThreadStatus(known, sight)).toBe(step)
})
