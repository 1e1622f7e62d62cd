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

const source = { repository: 'https://github.com/acme/docs' }
const finished = (job: AgentJob) => finishedIn({ job: { ...job, source } })
const held = followupIn({ state: 'waiting', why: 'budget', untilMs: NOW + 3_600_000, sinceMs: NOW, tries: 1 }, REPLY)
const rejected = followupIn({ state: 'dropped', reason: 'invalid', atMs: NOW }, REPLY)
const cancelled = followupIn({ state: 'dropped', reason: 'cancelled', by: 'U0BEN', atMs: NOW }, REPLY)

const jobAt = (record: AgentJob | null) => ({ record, seenAtMs: NOW, trouble: null, lookNumber: 1 })

/** The state on the card of a thread with these. */
function stateOf(...followups: [Followup, ...Followup[]]) {
  const [first] = asShown(cardMessage({ followups, job: jobAt({ status: 'active' }) })).split('\n')
  return first?.replace('*job_8f2* · ', '')
}

describe('the card of a thread with several follow-ups', () => {
  it('shows what is going on', () => {
    expect(stateOf(watching(), rejected)).toBe('⏳ working')
    expect(stateOf(watching(), finished({}))).toBe('⏳ working')
    expect(stateOf(finished({}), held)).toBe('⏸ held')
  })

  it('does not let one that was never sent speak for the others', () => {
    expect(stateOf(finished({}), rejected)).toBe('✅ finished')
    expect(stateOf(finished({}), cancelled)).toBe('✅ finished')
    expect(stateOf(finished({}), cancelled, rejected)).toBe('✅ finished')
    expect(stateOf(cancelled, rejected)).toBe('❌ not delivered')
  })

  it('shows the result rather than what has not started', () => {
    const notStarted = watching({ toldAtMs: NOW })
    expect(stateOf(notStarted, finished({}))).toBe('✅ finished')
    const started = { ...watching().progress.evidence, restSinceMs: undefined }
    expect(stateOf(finished({}), watching({ toldAtMs: NOW, evidence: started }))).toBe('⏳ working')
  })
})

it('does not take what was seen right before a send in doubt for what came after it', () => {
  const doubtful = watching({ delivery: 'maybe', doubt: 'cut off', sentAtMs: NOW })
  const linesAt = (seenAtMs: number) => {
    const job = { ...jobAt({ status: 'completed' }), seenAtMs }
    return asShown(cardMessage({ followups: [doubtful], job })).split('\n')
  }
  expect(linesAt(NOW + 20).join()).not.toContain('The job itself')
  expect(linesAt(NOW + 30_000)).toContain('The job itself is idle.')
})

it('has the words of what was sent as its title, not of what still waits', () => {
  const later = followupIn({ state: 'waiting', why: 'time', untilMs: NOW + 1, sinceMs: NOW }, { prompt: 'for tonight' })
  const titleOf = (...followups: [Followup, ...Followup[]]) =>
    asShown(cardMessage({ followups, job: NEVER_SEEN })).split('\n')[1]
  expect(titleOf(later)).toBe('>for tonight')
  expect(titleOf(later, followupIn(TURN, { prompt: 'for now' }))).toBe('>for now')
})

it('stays a message that Slack takes, however many follow-ups wait or were taken back', () => {
  const many = (from: number, make: (id: string) => Followup) =>
    Array.from({ length: 60 }, (_, at) => make(`f_${from + at}`))
  const waiting = many(100, id => followupIn(TURN, { id, prompt: `thing ${id}` }))
  const takenBack = many(200, id =>
    followupIn({ state: 'dropped', reason: 'cancelled', by: 'U0BEN', atMs: NOW }, { id, inLineAtMs: NOW + 1 })
  )
  const first = { ...held, replyTs: null }
  const later = waiting.map(followup => ({ ...followup, inLineAtMs: NOW + 2 }))
  const message = cardMessage({ followups: [first, ...takenBack, ...later], job: NEVER_SEEN })
  expect(checkBlocks(message.blocks, 'message')).toMatchObject({ ok: true })
  const lines = asShown(message).split('\n')
  expect(lines.filter(line => line.startsWith('⏳ not sent yet'))).toHaveLength(5)
  expect(lines).toContain('— and 55 more waiting')
})

const before = { delivery: 'sure' as const, sentAtMs: NOW, evidence: evidenceAtSend({}, NOW) }
const DONE = { status: 'completed' }
const ended = { ...watching().progress.evidence, worked: 'seen' as const, end: { atMs: NOW, job: DONE } }
const sending = { state: 'sending', taskId: 't', sinceMs: NOW, before: {}, evidence: before.evidence } as const

it.each<[words: string, Followup, AgentJob | null]>([
  ['⏳ not sent yet', followupIn(TURN), null],
  ['⏳ being sent', followupIn(sending), null],
  ['⏳ working', watching(), DONE],
  ['⏳ sent, nothing heard yet', watching(), {}],
  ['⚠️ needs you: maybe delivered', watching({ delivery: 'maybe' }), {}],
  ['⏳ pau&lt;sed&gt;', watching(), { status: 'pau<sed>' }],
  ['⏳ finished, waiting for the pull request', watching({ evidence: ended }), DONE],
  ['⏳ sent, not started', watching({ toldAtMs: NOW }), DONE],
  ['❌ not delivered', followupIn({ state: 'dropped', reason: 'bug', atMs: NOW }), null],
  ['🚫 cancelled', followupIn({ state: 'dropped', reason: 'cancelled', by: 'U1', atMs: NOW }), null],
  ['❌ maybe delivered, but not sent again', { ...rejected, brought: { again: true } }, null],
  ['🚫 maybe delivered, but not sent again', { ...cancelled, brought: { again: true } }, null],
  ['🔕 no longer watched', followupIn({ ...before, state: 'ended', how: 'deadline', atMs: NOW }), null],
  ['🔕 tried again', followupIn({ ...before, state: 'ended', how: 'sent again', atMs: NOW }), null]
])('says where a follow-up stands in an icon and a word or two: %s', (words, followup, record) => {
  expect(standingWords(followup, jobAt(record))).toBe(words)
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
