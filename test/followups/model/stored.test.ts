import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { evidenceSchema, runEndSchema } from '../../../src/followups/model/evidence.ts'
import { findingWords } from '../../../src/followups/model/finding.ts'
import { followupSchema } from '../../../src/followups/model/followup.ts'
import { formDraftSchema, formPlaceSchema, formWhenSchema } from '../../../src/followups/model/followup-form.ts'
import { jobWatchSchema } from '../../../src/followups/model/job-watch.ts'
import { isCancelled, isRejected, progressSchema } from '../../../src/followups/model/progress.ts'
import { seenJobSchema } from '../../../src/followups/model/seen.ts'
import { ABOVE, DEFAULTS, MUTED, NOT_CHOSEN, REPLIES, RESULTS, UNDO } from '../../../src/followups/model/setting.ts'
import { toWaiting, waitsUntilMs } from '../../../src/followups/model/wait.ts'
import { followupIn, jobWatch, NOW, TURN } from '../a-followup.ts'

// What the rows of a running bot hold. Whoever drops a value or a field here makes rows unreadable.

const job = { status: 'completed', prLink: 'https://example.com/pull/1', archivedAt: null }
const evidence = {
  isInto: false,
  isBehind: true,
  worked: 'answered',
  isMixed: false,
  linkInDoubt: true,
  restSinceMs: NOW,
  baseline: job,
  linkBefore: 'https://example.com/pull/0',
  end: { atMs: NOW, job, late: { seenAtMs: NOW, wasWorking: true } }
}
const by = { by: 'U0ANA', atMs: NOW }
const sent = {
  delivery: 'maybe',
  sentAtMs: NOW,
  evidence,
  toldAtMs: NOW,
  dayToldAtMs: NOW,
  earlier: ['f_1:result'],
  dismissed: by
}
const waits = { state: 'waiting', sinceMs: NOW, untilMs: NOW }
const held = { why: 'busy', sinceMs: NOW, tries: 2 }

const NOT_SENT = [
  ...['invalid', 'unknown job', 'key refused', 'not allowed', 'redirect', 'other', 'unreachable', 'not told'],
  ...['no longer allowed', 'no turn', 'never idle', 'no card', 'bug']
]
const OUT_OF_REACH = ['card deleted', 'channel archived', 'app removed']

const PROGRESS: object[] = [
  TURN,
  { state: 'waiting', why: 'idle', sinceMs: NOW },
  ...['time', 'undo'].map(why => ({ ...waits, why })),
  ...['budget', 'busy', 'unreachable', 'not told'].map(why => ({ ...waits, why, tries: 1 })),
  { state: 'sending', taskId: '7', sinceMs: NOW, before: job, evidence, held },
  ...['too slow', 'cut off', 'server error', 'unreadable', 'restart'].map(doubt => ({
    state: 'watching',
    ...sent,
    doubt
  })),
  ...['completed', 'archived', 'failed'].map(how => ({
    state: 'ended',
    how,
    sentAtMs: NOW,
    atMs: NOW,
    endedAtMs: NOW,
    linkBefore: 'https://example.com/pull/0',
    job,
    resultId: 'f_1:result',
    earlier: ['f_0:result'],
    isInto: true,
    late: evidence.end.late,
    openUntilMs: NOW,
    sentAgain: by
  })),
  ...['deadline', 'job gone', 'no sign', 'no work', 'sent again', ...OUT_OF_REACH, 'bug'].map(how => ({
    state: 'ended',
    how,
    by: 'U0ANA',
    atMs: NOW,
    ...sent
  })),
  ...['cancelled', ...OUT_OF_REACH].map(reason => ({
    state: 'dropped',
    reason,
    by: 'U0ANA',
    takenBack: true,
    atMs: NOW
  })),
  ...NOT_SENT.map(reason => ({ state: 'dropped', reason, words: 'no', atMs: NOW }))
]

const troubles = ['unavailable', 'busy', 'key refused', 'not allowed', 'unknown job', 'other']
const above = { threadTs: '1.000001', beforeTs: '2.000001' }
const followup = {
  ...followupIn<'waiting'>(TURN),
  shown: { pullRequest: null, replies: 'always' },
  sentNow: by,
  askedWait: { why: 'time', untilMs: NOW, said: 'at 18:00' },
  closedBecause: 'channel archived'
}

const OTHERS: [string, z.ZodType, object][] = [
  ...[above, { text: 'hm', by: ['U0ANA'], count: 1, omitted: 0 }, 'unread'].map(
    (brought): [string, z.ZodType, object] => [
      'follow-up',
      followupSchema,
      { ...followup, brought: { unsent: ['a.png'], above: brought, again: true } }
    ]
  ),
  ...[null, ...troubles.map(kind => ({ kind, looks: 1 }))].map((trouble): [string, z.ZodType, object] => [
    'job',
    seenJobSchema,
    { record: job, seenAtMs: NOW, trouble, lookNumber: 3, usual: { fromMs: 1, toMs: 2 } }
  ]),
  ['watch', jobWatchSchema, jobWatch({ ended: { ...evidence.end, linkUntilMs: NOW } })],
  [
    'form’s place',
    formPlaceSchema,
    { projectId: 'project-1', channelId: null, responseUrl: 'https://example.com', above }
  ],
  [
    'form’s draft',
    formDraftSchema,
    { words: 'add', jobId: 'job_8f2', projectId: 'project-1', wait: { why: 'undo', untilMs: NOW } }
  ]
]

describe('what is stored', () => {
  it.each(PROGRESS)('is read as it was stored: %j', progress => {
    expect(progressSchema.parse(progress)).toEqual(progress)
  })

  it.each(OTHERS)('is read as it was stored: of a %s, %#', (_, schema, stored) => {
    expect(schema.parse(stored)).toEqual(stored)
  })

  it.each<[string, z.ZodType, object]>([
    ['evidence of nothing', evidenceSchema, {}],
    ['an end that was late, without when', runEndSchema, { atMs: NOW, job, late: {} }],
    ['somebody who dismissed it at no time', progressSchema, { state: 'watching', ...sent, dismissed: {} }],
    [
      'a hold for no reason',
      progressSchema,
      { state: 'sending', taskId: '7', sinceMs: NOW, before: job, evidence, held: {} }
    ]
  ])('is refused: %s', (_, schema, stored) => {
    expect(schema.safeParse(stored).success).toBe(false)
  })

  it('keeps what people choose under these names', () => {
    const chosen = [REPLIES, RESULTS, ABOVE, UNDO, MUTED].map(({ name, values }) => [name, values.options])
    expect(chosen).toEqual([
      ['replies', ['always', 'mention']],
      ['results', ['news', 'all', 'none']],
      ['above', ['along', 'never']],
      ['undo', ['5', '10', '20', '30', '60']],
      ['muted', ['yes', 'no']]
    ])
    expect(NOT_CHOSEN).toBe('-')
    expect(DEFAULTS).toEqual({ replies: 'always', results: 'news', above: 'along' })
    expect(formWhenSchema.options).toEqual(['now', 'idle', 'time'])
  })

  it('begins to wait for its turn, if for nothing else', () => {
    expect(toWaiting(undefined, NOW)).toEqual(TURN)
    expect(toWaiting({ why: 'idle' }, NOW)).toEqual({ state: 'waiting', why: 'idle', sinceMs: NOW })
    expect(waitsUntilMs({ why: 'idle' })).toBeUndefined()
    expect(waitsUntilMs({ why: 'undo', untilMs: NOW })).toBe(NOW)
  })

  it('tells what was refused from what was cancelled', () => {
    const dropped = { state: 'dropped' as const, atMs: NOW }
    const both = [
      { ...dropped, reason: 'bug' as const },
      { ...dropped, reason: 'cancelled' as const }
    ]
    expect(both.map(isRejected)).toEqual([true, false])
    expect(both.map(isCancelled)).toEqual([false, true])
  })

  it('counts from scratch what only a later version knows', () => {
    const stored = { record: job, seenAtMs: NOW, lookNumber: 3, trouble: { kind: 'asleep', looks: 9 } }
    expect(seenJobSchema.parse(stored)).toMatchObject({ trouble: null, lookNumber: 3 })
  })
})

it('shows a finding of the doctor on one line', () => {
  expect(findingWords({ state: 'fine', words: 'Node 24' })).toBe('✓ Node 24')
  expect(findingWords({ state: 'wrong', words: 'The key is refused', mend: 'change it' })).toBe(
    '✗ The key is refused — change it'
  )
  expect(findingWords({ state: 'unseen', words: 'Slack' })).toBe('? Slack')
})
