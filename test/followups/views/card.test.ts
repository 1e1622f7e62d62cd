import { describe, expect, it } from 'vitest'
import { checkBlocks } from '../../../sandbox/slack/block-kit/check-blocks.ts'
import type { AgentJob } from '../../../src/agent/agent-job.ts'
import { evidenceAtSend } from '../../../src/followups/model/evidence.ts'
import type { Followup } from '../../../src/followups/model/followup.ts'
import { NEVER_SEEN } from '../../../src/followups/stores/job-store.ts'
import { cardMessage, usualWords } from '../../../src/followups/views/card.ts'
import { standingWords } from '../../../src/followups/views/state-words.ts'
import { asShown } from '../../support/as-shown.ts'
import { finished as finishedIn, followupIn, NOW, TURN, watching } from '../a-followup.ts'

const REPLY = { replyTs: '2.000001', requesterId: 'U0BEN' }
const link = (number: number) => `https://github.com/acme/docs/pull/${number}`

const source = { repository: 'https://github.com/acme/docs' }
const finished = (job: AgentJob) => finishedIn({ job: { ...job, source } })
const held = followupIn(
  { state: 'waiting', why: 'budget', untilMs: NOW + 3_600_000, sinceMs: NOW, tries: 1 },
  { ...REPLY }
)
const rejected = followupIn({ state: 'dropped', reason: 'invalid', atMs: NOW }, { ...REPLY })
const cancelled = followupIn({ state: 'dropped', reason: 'cancelled', by: 'U0BEN', atMs: NOW }, { ...REPLY })

/** The first line of the card, its facts, and its buttons. */
function shown(first: Followup, ...more: Followup[]) {
  const job = { record: { status: 'active' }, seenAtMs: NOW, trouble: null, lookNumber: 1 }
  const lines = asShown(cardMessage({ followups: [first, ...more], job })).split('\n')
  return {
    state: lines[0]?.replace('*job_8f2* · ', ''),
    facts: lines.filter(line => line.startsWith('— ')).find(line => !line.includes('“')),
    buttons: lines.find(line => line.startsWith('['))
  }
}

const LINK = (number: number) => `pull request #${number} (${link(number)})`
const VIEW = (number: number) => `[View pull request #${number} → ${link(number)}]`

describe('the card of a thread with several instructions', () => {
  it('shows what is going on', () => {
    expect(shown(watching(), rejected).state).toBe('⏳ working')
    expect(shown(watching(), finished({})).state).toBe('⏳ working')
    expect(shown(finished({}), held).state).toBe('⏸ held until 15:00')
  })

  it('does not let one that was never sent speak for the others', () => {
    expect(shown(finished({}), rejected).state).toBe('✅ finished')
    expect(shown(finished({}), cancelled).state).toBe('✅ finished')
    expect(shown(finished({}), cancelled, rejected).state).toBe('✅ finished')
    expect(shown(cancelled, rejected).state).toBe('❌ not delivered')
  })

  it('shows the result rather than what has not started', () => {
    const notStarted = watching({ toldAtMs: NOW })
    expect(shown(notStarted, finished({})).state).toBe('✅ finished')
    expect(
      shown(
        finished({}),
        watching({ toldAtMs: NOW, evidence: { ...watching().progress.evidence, restSinceMs: undefined } })
      ).state
    ).toBe('⏳ working')
  })

  it('keeps the link of the last result', () => {
    const first = finished({ prLink: link(12) })
    expect(shown(first, held)).toEqual({
      state: '⏸ held until 15:00',
      facts: `— 2026-11-20 14:00 · ${LINK(12)} · 2 follow-ups`,
      buttons: '[Cancel]'
    })
    expect(shown(first, rejected)).toEqual({
      state: `✅ ready for review · ${LINK(12)}`,
      facts: '— took a few seconds',
      buttons: `${VIEW(12)} [Send follow-up]`
    })
    expect(shown(first, watching())).toEqual({
      state: '⏳ working',
      facts: `— since 14:00 · ${LINK(12)} · 2 follow-ups`,
      buttons: '[🔔 Tell me]'
    })
    expect(shown(first, finished({ prLink: link(13) }))).toEqual({
      state: `✅ ready for review · ${LINK(13)}`,
      facts: '— took a few seconds · 2 follow-ups',
      buttons: `${VIEW(13)} [Send follow-up]`
    })
    expect(shown(first, finished({}))).toEqual({
      state: '✅ finished',
      facts: '— took a few seconds · 2 follow-ups',
      buttons: '[Send follow-up]'
    })
  })
})

it('stays a message that Slack takes, however many instructions wait or were taken back', () => {
  const many = (from: number, make: (id: string) => Followup) =>
    Array.from({ length: 60 }, (_, at) => make(`f_${from + at}`))
  const waiting = many(100, id => followupIn(TURN, { id, prompt: `thing ${id}` }))
  const takenBack = many(200, id =>
    followupIn({ state: 'dropped', reason: 'cancelled', by: 'U0BEN', atMs: NOW }, { id, inLineAtMs: NOW + 1 })
  )
  const first = { ...held, replyTs: null }
  const job = { record: null, seenAtMs: null, trouble: null, lookNumber: 0 }
  const later = waiting.map(followup => ({ ...followup, inLineAtMs: NOW + 2 }))
  const message = cardMessage({ followups: [first, ...takenBack, ...later], job })
  expect(checkBlocks(message.blocks, 'message')).toMatchObject({ ok: true })
  const lines = asShown(message).split('\n')
  expect(lines.filter(line => line.startsWith('⏳ not sent yet'))).toHaveLength(5)
  expect(lines).toContain('— and 55 more waiting')
})

const jobAt = (record: object | null) => ({ record, seenAtMs: NOW, trouble: null, lookNumber: 1 })

it('says where an instruction stands in an icon and a word or two', () => {
  const at = { atMs: NOW }
  const before = { delivery: 'sure' as const, sentAtMs: NOW, evidence: evidenceAtSend({}, NOW) }
  const completed = { status: 'completed' }
  const ended = { ...watching().progress.evidence, worked: 'seen' as const, end: { atMs: NOW, job: completed } }
  const words = [
    standingWords(followupIn(TURN), jobAt(null)),
    standingWords(
      followupIn({ state: 'sending', taskId: 't', sinceMs: NOW, before: {}, evidence: evidenceAtSend({}, NOW) }),
      jobAt(null)
    ),
    standingWords(watching(), jobAt({ status: 'completed' })),
    standingWords(watching(), jobAt({})),
    standingWords(watching({ delivery: 'maybe' }), jobAt({})),
    standingWords(watching(), jobAt({ status: 'pau<sed>' })),
    standingWords(watching({ evidence: ended }), jobAt({ status: 'completed' })),
    standingWords(watching({ toldAtMs: NOW }), jobAt({ status: 'completed' })),
    standingWords(followupIn({ state: 'dropped', reason: 'bug', ...at }), jobAt(null)),
    standingWords(followupIn({ state: 'dropped', reason: 'cancelled', by: 'U1', ...at }), jobAt(null)),
    standingWords(followupIn({ state: 'ended', how: 'deadline', ...at, ...before }), jobAt(null)),
    standingWords(followupIn({ state: 'ended', how: 'sent again', ...at, ...before }), jobAt(null))
  ]
  expect(words).toEqual([
    '⏳ not sent yet',
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

const MINUTE_MS = 60_000

it.each([
  [0.1, 0.5, '6 s to 30 s'],
  [5.6, 6.4, 'about 6 min'],
  [6.2, 13.8, '6 min to 14 min'],
  [45, 130, '45 min to 2 h 10 min']
])('says of %d to %d minutes: %s', (from, to, words) => {
  const usual = { fromMs: from * MINUTE_MS, toMs: to * MINUTE_MS }
  expect(usualWords({ ...NEVER_SEEN, usual })).toBe(`usually ${words} here`)
})

it('says when work takes longer than that, and nothing where too little has ended', () => {
  const seen = { ...NEVER_SEEN, seenAtMs: 20 * MINUTE_MS, usual: { fromMs: 6 * MINUTE_MS, toMs: 14 * MINUTE_MS } }
  expect(usualWords(seen)).toBe('usually 6 min to 14 min here')
  expect(usualWords(seen, 6 * MINUTE_MS)).toBe('usually 6 min to 14 min here')
  expect(usualWords(seen, 5 * MINUTE_MS)).toBe('longer than usual, 6 min to 14 min here')
  expect(usualWords(NEVER_SEEN, 0)).toBeUndefined()
})
