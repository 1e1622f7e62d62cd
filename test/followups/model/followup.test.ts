import { describe, expect, it } from 'vitest'
import {
  askedAboveOf,
  awaitsThread,
  awaitsTurn,
  bySendTime,
  type Followup,
  isCancelledByMessage,
  isInDoubt,
  isInThread,
  isSameThread,
  isSent,
  isTakenBack,
  longWaitOf,
  mayLeaveOutAbove,
  mayWriteToRequester,
  readAboveOf,
  threadOfAuthor
} from '../../../src/followups/model/followup.ts'
import type { Cancelled } from '../../../src/followups/model/progress.ts'
import { deferredIn, finished, followupIn, NOW, TURN, watching } from '../a-followup.ts'

const turn = followupIn<'waiting'>(TURN)
const idle = deferredIn({ why: 'idle' })
const undoable = deferredIn({ why: 'undo', untilMs: NOW + 5 })
const doubtful = watching({ delivery: 'maybe' })
const cancelled = (more: Partial<Cancelled> = {}, other: Partial<Followup> = {}) =>
  followupIn<'dropped'>({ state: 'dropped', reason: 'cancelled', atMs: NOW, ...more }, other)
const rejected = followupIn<'dropped'>({ state: 'dropped', reason: 'invalid', atMs: NOW })
const ALL = { turn, idle, undoable, sure: watching(), doubtful, ended: finished(), cancelled: cancelled(), rejected }

const those = (are: (followup: Followup) => unknown, other: Partial<Followup> = {}) =>
  Object.entries(ALL).flatMap(([name, followup]) => (are({ ...followup, ...other }) ? [name] : []))

describe('of a follow-up is known', () => {
  it.each<[what: string, are: (followup: Followup) => unknown, names: string[], other?: Partial<Followup>]>([
    ['whether nobody knows that it arrived', isInDoubt, ['doubtful']],
    ['whether the agent may have it', isSent, ['sure', 'doubtful', 'ended']],
    ['whether it awaits its turn', awaitsTurn, ['turn']],
    ['whether it waits for longer than it can be undone', longWaitOf, ['idle']],
    ['that it has a thread', awaitsThread, []],
    [
      'whether it still needs a thread',
      awaitsThread,
      ['turn', 'idle', 'undoable', 'sure', 'doubtful', 'ended'],
      { threadTs: null }
    ],
    ['that its author hears of it', mayWriteToRequester, Object.keys(ALL)],
    [
      'that its author hears of it in a muted thread if it never goes out',
      mayWriteToRequester,
      ['cancelled', 'rejected'],
      { isMuted: true }
    ]
  ])('%s', (_, are, names, other) => {
    expect(those(are, other)).toEqual(names)
  })

  it('who took it back', () => {
    const isTaken = (more: Partial<Cancelled>) => isTakenBack(cancelled(more))
    expect([{}, { by: 'U0ANA' }, { by: 'U0BEN', takenBack: true as const }].map(isTaken)).toEqual([true, true, true])
    expect([{ by: 'U0BEN' }, { reason: 'card deleted' as const }].map(isTaken)).toEqual([false, false])
    const isByMessage = (more: Partial<Cancelled>) => isCancelledByMessage(cancelled(more))
    expect([{}, { by: 'U0ANA' }, { reason: 'card deleted' as const }].map(isByMessage)).toEqual([true, false, false])
    expect([isTakenBack(rejected), isCancelledByMessage(turn)]).toEqual([false, false])
  })

  it('where it was written', () => {
    const isIn = (other: Partial<Followup>) => isInThread(followupIn(TURN, other))
    expect(isIn({ replyTs: '1.000002' })).toBe(true)
    for (const replyTs of [null, '1.000001', '0.999999']) expect(isIn({ replyTs })).toBe(false)
    expect(isIn({ replyTs: '1.000002', threadTs: null })).toBe(false)
    expect(isIn({ replyTs: '3.000000', threadTs: '4.000000', writtenInTs: '2.000000' })).toBe(true)
    expect([turn, followupIn(TURN, { writtenInTs: '2.000000' })].map(threadOfAuthor)).toEqual(['1.000001', '2.000000'])
    const elsewhere = [{ teamId: 'T2' }, { channelId: 'C2' }, { threadTs: '2.000001' }]
    expect(elsewhere.map(other => isSameThread(turn, { ...turn, ...other }))).toEqual([false, false, false])
    expect(isSameThread(turn, doubtful)).toBe(true)
  })

  it('what goes along from above', () => {
    const asked = { threadTs: '1.000001', beforeTs: '1.000002' }
    const read = { text: 'x', by: ['U0BEN'], count: 2, omitted: 0 }
    const none = { ...read, count: 0 }
    const brought = [undefined, {}, ...(['unread', asked, read, none] as const).map(above => ({ above }))]
    const all = brought.map(brought => followupIn(TURN, { brought }))
    expect(all.map(askedAboveOf)).toEqual([undefined, undefined, undefined, asked, undefined, undefined])
    expect(all.map(readAboveOf)).toEqual([undefined, undefined, undefined, undefined, read, none])
    expect(all.map(mayLeaveOutAbove)).toEqual([false, false, false, false, true, false])
    expect(mayLeaveOutAbove({ ...watching(), brought: { above: read } })).toBe(false)
  })
})

it('what goes out first is first', () => {
  const named = (followup: Followup, id: string, inLineAtMs = NOW) => ({ ...followup, id, inLineAtMs })
  const at = (untilMs: number) => deferredIn({ why: 'time', untilMs })
  const all = [
    named(at(NOW + 9), 'at nine', NOW - 9),
    named(at(NOW + 3), 'at three, written later', NOW + 1),
    named(at(NOW + 3), 'at three'),
    named(idle, 'once idle, written later', NOW + 1),
    named(idle, 'once idle'),
    named(undoable, 'undoable', NOW + 2),
    named(watching(), 'sent', NOW + 1)
  ]
  expect(all.toSorted(bySendTime).map(({ id }) => id)).toEqual([
    'undoable',
    'sent',
    'once idle',
    'once idle, written later',
    'at three',
    'at three, written later',
    'at nine'
  ])
})
