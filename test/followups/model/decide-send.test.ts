import { describe, expect, it } from 'vitest'
import type { SendResult } from '../../../src/agent/agent-client.ts'
import {
  cancel,
  decideAfterAsking,
  decideAfterCrash,
  decideAfterRead,
  decideAfterSend,
  earlierRepliesReadAtMs,
  GIVES_BACK,
  hold,
  sendNow,
  startSending,
  takeBack
} from '../../../src/followups/model/decide-send.ts'
import { evidenceAtSend } from '../../../src/followups/model/evidence.ts'
import { deferredIn, followupIn, NOW, TURN, watching } from '../a-followup.ts'

const HOUR = 3_600_000
const moment = { nowMs: NOW, random: 1 }
const unreachable = { kind: 'unavailable', why: 'x' } as const
const accepted = followupIn(TURN)
const before = { status: 'completed' }
const evidence = evidenceAtSend(before, NOW - 10)
const sending = followupIn({ state: 'sending', taskId: 't', sinceMs: NOW - 10, before, evidence })
const held = (why: 'budget' | 'busy' | 'unreachable' | 'not told', sinceMs: number, tries = 3) =>
  followupIn({ state: 'waiting', why, untilMs: NOW, sinceMs, tries })

/** What becomes of one after the look before its send, unless that may go out. */
function progressAfterRead(...given: Parameters<typeof decideAfterRead>) {
  const decided = decideAfterRead(...given)
  return 'next' in decided ? decided.next.progress : undefined
}

const first = { state: 'waiting', sinceMs: NOW, tries: 1 }
const dropped = { state: 'dropped', atMs: NOW }
const watched = { state: 'watching', sentAtMs: NOW - 10, evidence }
const doubtful = (doubt: string) => ({ ...watched, delivery: 'maybe', doubt })

const SENT: [what: string, SendResult, object][] = [
  ['taken', { kind: 'accepted', job: {} }, { ...watched, delivery: 'sure' }],
  ['slow', { kind: 'maybe delivered', why: 'too slow' }, doubtful('too slow')],
  ['an error', { kind: 'maybe delivered', why: 'server error' }, doubtful('server error')],
  ['a wait', { kind: 'busy', retryAfterMs: 5 }, { ...first, why: 'busy', untilMs: NOW + 77 }],
  ['nobody', { kind: 'not delivered', why: 'ECONNREFUSED' }, { ...first, why: 'unreachable', untilMs: NOW + 15_000 }],
  ['late', { kind: 'too late' }, { state: 'waiting', why: 'turn', sinceMs: NOW }],
  [
    'refused in words',
    { kind: 'refused', reason: 'invalid', status: 400, words: 'too long' },
    { ...dropped, reason: 'invalid', words: 'too long' }
  ],
  ['refused', { kind: 'refused', reason: 'other', status: 409, words: undefined }, { ...dropped, reason: 'other' }]
]

describe('decideAfterSend', () => {
  it.each(SENT)('knows what becomes of a send: %s', (_, sent, progress) => {
    expect(decideAfterSend(sending, sent, NOW + 77, moment).progress).toEqual(progress)
  })

  it('never resends on its own what may have arrived', () => {
    expect(decideAfterCrash(sending).progress).toEqual(doubtful('restart'))
  })
})

describe('decideAfterRead', () => {
  it('gives back a follow-up that is a day old, whatever it waited for', () => {
    const read = { kind: 'job', job: { status: 'active' } } as const
    const dayOld = { ...moment, nowMs: NOW + 24 * HOUR }
    const tooOld = { state: 'dropped', reason: 'no turn', atMs: dayOld.nowMs }
    expect(progressAfterRead(accepted, read, dayOld)).toMatchObject(tooOld)
    expect(progressAfterRead(held('budget', NOW + 23 * HOUR), read, dayOld)).toMatchObject(tooOld)
    expect(decideAfterRead(accepted, read, { ...dayOld, nowMs: dayOld.nowMs - 1 })).toHaveProperty('before')
  })

  it('waits while the job cannot be read, and costs no send if it never can', () => {
    expect(progressAfterRead(accepted, unreachable, moment)).toMatchObject({ state: 'waiting', why: 'unreachable' })
    const refused = { kind: 'refused', reason: 'unknown job', status: 404, words: undefined } as const
    expect(progressAfterRead(accepted, refused, moment)).toMatchObject({ state: 'dropped', reason: 'unknown job' })
  })
})

describe('a hold', () => {
  it('counts its tries and waits longer each time', () => {
    const again = progressAfterRead(held('unreachable', NOW - 60_000), unreachable, moment)
    expect(again).toMatchObject({ state: 'waiting', sinceMs: NOW - 60_000, tries: 4, untilMs: NOW + 120_000 })
  })

  it('starts over for another reason, even across a send', () => {
    const anew = progressAfterRead(held('budget', NOW - 5 * HOUR), unreachable, moment)
    expect(anew).toMatchObject({ ...first, why: 'unreachable' })
    const sent = startSending(held('unreachable', NOW - 60_000), 't', {}, NOW)
    expect(sent.progress).toMatchObject({ state: 'sending', sinceMs: NOW, held: { tries: 3 } })
    const { progress: unsent } = decideAfterSend(sent, { kind: 'not delivered', why: 'x' }, NOW, moment)
    expect(unsent).toMatchObject({ sinceMs: NOW - 60_000, tries: 4 })
    const { progress: busy } = decideAfterSend(sent, { kind: 'busy', retryAfterMs: 5 }, NOW + 5, moment)
    expect(busy).toMatchObject({ ...first, why: 'busy' })
  })

  it('ends after an hour without the service or Slack, but only after a day without a free send', () => {
    const unread = progressAfterRead(held('unreachable', NOW - HOUR), unreachable, moment)
    expect(unread).toMatchObject({ state: 'dropped', reason: 'unreachable' })
    const notTold = decideAfterAsking(held('not told', NOW - HOUR), 'not told', moment)?.progress
    expect(notTold).toMatchObject({ state: 'dropped', reason: 'not told' })
    const unspent = hold(held('budget', NOW - 23 * HOUR), 'budget', NOW + HOUR, moment).progress
    expect(unspent).toMatchObject({ state: 'waiting', why: 'budget' })
  })
})

const reply = (inLineAtMs: number) => followupIn(TURN, { replyTs: '2.000001', inLineAtMs })
const command = followupIn(TURN, { replyTs: null, inLineAtMs: NOW })

it.each<[what: string, untilMs: number, waitsMs: number]>([
  ['was written just now', earlierRepliesReadAtMs(reply(NOW), undefined, NOW), 1_000],
  ['was written half a second ago', earlierRepliesReadAtMs(reply(NOW - 500), undefined, NOW), 500],
  ['seems to come from the near future', earlierRepliesReadAtMs(reply(NOW + 300), undefined, NOW), 1_300],
  ['comes from a clock that is far ahead', earlierRepliesReadAtMs(reply(NOW + 10_000), undefined, NOW), 0],
  ['is a command', earlierRepliesReadAtMs(command, undefined, NOW), 0],
  ['follows one first looked at a second ago', earlierRepliesReadAtMs(reply(NOW - 5_000), NOW - 1_000, NOW), 59_000],
  ['follows one first looked at minutes ago', earlierRepliesReadAtMs(reply(NOW - 5_000), NOW - 90_000, NOW), -4_000]
])('lets a follow-up wait for earlier replies: one that %s', (_, untilMs, waitsMs) => {
  expect(untilMs - NOW).toBe(waitsMs)
})

describe('a person', () => {
  it('takes back what was not sent, and only that', () => {
    const { progress } = cancel(accepted, { by: 'U0BEN' }, NOW + 1) ?? {}
    expect(progress).toEqual({ state: 'dropped', reason: 'cancelled', by: 'U0BEN', atMs: NOW + 1 })
    expect(cancel(accepted, { reason: 'card deleted' }, NOW)?.progress).toMatchObject({ reason: 'card deleted' })
    for (const followup of [sending, watching()]) {
      expect(cancel(followup, {}, NOW)).toBeUndefined()
      expect(takeBack(followup, NOW)).toBeUndefined()
    }
  })

  it('takes back their own words as well after somebody else has cancelled them, once', () => {
    expect(takeBack(accepted, NOW)?.progress).toEqual({ ...dropped, reason: 'cancelled' })
    const cancelled = followupIn<'dropped'>({ state: 'dropped', reason: 'cancelled', by: 'U0BEN', atMs: NOW })
    const taken = takeBack(cancelled, NOW + 1)
    expect(taken?.progress).toEqual({ ...cancelled.progress, takenBack: true })
    expect(taken && takeBack(taken, NOW + 2)).toBeUndefined()
  })

  it('hurries what waits, and in an outage the next try, but not the hour’s budget', () => {
    const later = deferredIn({ why: 'time', untilMs: NOW + HOUR })
    expect(sendNow(later, 'U0BEN', NOW + 1)).toMatchObject({
      progress: { state: 'waiting', why: 'turn', sinceMs: NOW + 1 },
      inLineAtMs: NOW + 1,
      sentNow: { by: 'U0BEN', atMs: NOW + 1 }
    })
    const away = held('unreachable', NOW - HOUR)
    expect(sendNow(away, 'U0BEN', NOW - 1)?.progress).toEqual({ ...away.progress, untilMs: NOW - 1 })
    for (const followup of [held('budget', NOW), held('busy', NOW), accepted, sending])
      expect(sendNow(followup, 'U0BEN', NOW)).toBeUndefined()
  })
})

it.each([
  ['in', undefined],
  ['not in', { ...dropped, reason: 'no longer allowed' }],
  ['not told', { ...first, why: 'not told', untilMs: NOW + 15_000 }]
] as const)('whoever asks to send is %s', (access, progress) => {
  expect(decideAfterAsking(accepted, access, moment)?.progress).toEqual(progress)
})

it('gives a send back to the hour if it certainly did not arrive', () => {
  const givenBack = SENT.filter(([, { kind }]) => GIVES_BACK.includes(kind))
  expect(givenBack.map(([what]) => what)).toEqual(['a wait', 'nobody', 'late'])
})
