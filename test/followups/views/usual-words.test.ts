import { expect, it } from 'vitest'
import { NEVER_SEEN } from '../../../src/followups/stores/job-store.ts'
import { rangeWords, usualWords } from '../../../src/followups/views/card.ts'

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
])('says of %d to %d minutes: %s', (from, to, words) => {
  expect(rangeWords({ fromMs: from * MINUTE_MS, toMs: to * MINUTE_MS })).toBe(words)
})

it('says when work takes longer than that, and nothing where too little has ended', () => {
  const job = { ...NEVER_SEEN, seenAtMs: 20 * MINUTE_MS, usual: { fromMs: 6 * MINUTE_MS, toMs: 14 * MINUTE_MS } }
  expect(usualWords(job)).toBe('usually 6–14 min here')
  expect(usualWords(job, 6 * MINUTE_MS)).toBe('usually 6–14 min here')
  expect(usualWords(job, 5 * MINUTE_MS)).toBe('longer than usual, 6–14 min here')
  expect(usualWords(NEVER_SEEN, 0)).toBeUndefined()
})
