import { expect, it } from 'vitest'
import { evidenceAtSend } from '../../../src/followups/model/evidence.ts'
import { standingWords, waitCountWords } from '../../../src/followups/views/state-words.ts'
import { followupIn, NOW, TURN, watching } from '../a-followup.ts'

const job = (record: object | null) => ({ record, seenAtMs: NOW, trouble: null, lookNumber: 1 })

it('says where an instruction stands in an icon and a word or two', () => {
  const at = { atMs: NOW }
  const before = { delivery: 'sure' as const, sentAtMs: NOW, evidence: evidenceAtSend({}, NOW) }
  const completed = { status: 'completed' }
  const ended = { ...watching().progress.evidence, worked: 'seen' as const, end: { atMs: NOW, job: completed } }
  const words = [
    standingWords(followupIn(TURN), job(null)),
    standingWords(
      followupIn({ state: 'sending', taskId: 't', sinceMs: NOW, before: {}, evidence: evidenceAtSend({}, NOW) }),
      job(null)
    ),
    standingWords(watching(), job({ status: 'completed' })),
    standingWords(watching(), job({})),
    standingWords(watching({ delivery: 'maybe' }), job({})),
    standingWords(watching(), job({ status: 'pau<sed>' })),
    standingWords(watching({ evidence: ended }), job({ status: 'completed' })),
    standingWords(watching({ toldAtMs: NOW }), job({ status: 'completed' })),
    standingWords(followupIn({ state: 'rejected', reason: 'bug', ...at }), job(null)),
    standingWords(followupIn({ state: 'cancelled', by: 'U1', ...at }), job(null)),
    standingWords(followupIn({ state: 'unwatched', because: 'deadline', ...at, ...before }), job(null)),
    standingWords(followupIn({ state: 'unwatched', because: 'sent again', ...at, ...before }), job(null))
  ]
  expect(words).toEqual([
    '⏳ about to be sent',
    '⏳ being sent',
    '⏳ working',
    '⏳ sent, nothing heard yet',
    '⚠️ maybe delivered',
    '⏳ pau&lt;sed&gt;',
    '⏳ finished, waiting for the pull request',
    '⏳ sent, not started',
    '❌ not delivered',
    '🚫 cancelled',
    '🔕 no longer watched',
    '🔕 sent again'
  ])
})

it.each([
  [{ idle: 1, timed: 0 }, '⏰ 1 waiting until it’s idle'],
  [{ idle: 2, timed: 1 }, '⏰ 2 waiting until it’s idle · 1 scheduled for later'],
  [{ idle: 0, timed: 2 }, '⏰ 2 scheduled for later'],
  [{ idle: 0, timed: 0 }, undefined]
])('says how many wait: %j', (waits, words) => {
  expect(waitCountWords(waits)).toBe(words)
})
