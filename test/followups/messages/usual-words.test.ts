import { expect, it } from 'vitest'
import { ASSUMED, learn } from '../../../src/agent/habit.ts'
import { rangeWords, usualWords } from '../../../src/followups/messages/usual-words.ts'
import { NEVER_SEEN } from '../../../src/followups/stores/job-store.ts'

const MINUTE_MS = 60_000

it.each([
  [0.2, 0.5, 'under a minute'],
  [0.4, 1.2, 'about 1 min'],
  [1, 2, '1–2 min'],
  [5.6, 6.4, 'about 6 min'],
  [6.2, 13.8, '6–14 min'],
  [14, 26, '14–25 min'],
  [33, 52, '35–50 min'],
  [46, 58, '45 min–1 h'],
  [45, 130, '45 min–2 h'],
  [58, 70, 'about 1 h'],
  [70, 130, '1–2 h'],
  [300, 1_500, '5–25 h']
])('says of %d to %d minutes: %s', (half, fourOfFive, words) => {
  expect(rangeWords({ medianMs: half * MINUTE_MS, mostMs: fourOfFive * MINUTE_MS })).toBe(words)
})

it('says nothing where too little has ended, or of jobs that name no repository', () => {
  const known = Array.from({ length: 5 }).reduce<typeof ASSUMED>(habit => learn(habit, 6 * MINUTE_MS), ASSUMED)
  const inDocs = { ...NEVER_SEEN, record: { status: 'active', source: { repository: 'acme/docs' } } }
  expect(usualWords({ ...inDocs, habit: known })).toBe('usually 6–7 min here')
  expect(usualWords({ ...inDocs, habit: ASSUMED })).toBeUndefined()
  expect(usualWords(inDocs)).toBeUndefined()
  expect(usualWords({ ...NEVER_SEEN, record: { status: 'active' }, habit: known })).toBeUndefined()
})
