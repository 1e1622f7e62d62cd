import { expect, it } from 'vitest'
import { consequencesOf } from '../../src/followups/consequences.ts'
import { cancel, decideAfterCrash, startSending } from '../../src/followups/model/decide-send.ts'
import { release, startWaiting } from '../../src/followups/model/decide-wait.ts'
import { stopWatching } from '../../src/followups/model/decide-watch.ts'
import { evidenceAtSend } from '../../src/followups/model/evidence.ts'
import { type Followup, type In, moveTo } from '../../src/followups/model/followup.ts'
import { isHome } from '../../src/followups/model/message-ids.ts'
import type { Finished } from '../../src/followups/model/progress.ts'
import type { Wait } from '../../src/followups/model/wait.ts'
import { deferredIn, followupIn, NOW, TURN, watching } from './a-followup.ts'

const DONE = { status: 'completed', prLink: 'https://github.com/acme/docs/pull/12', archivedAt: null }
const IDLE = { status: 'completed', prLink: null, archivedAt: null }

const accepted = followupIn(TURN)
const reply = followupIn(TURN, { replyTs: '2.000001' })
const held = (followup: Followup) =>
  moveTo<'waiting'>(followup, { state: 'waiting', why: 'budget', sinceMs: NOW, untilMs: NOW + 60_000, tries: 0 })
const sending = startSending(accepted, 'task', IDLE, NOW)
const sent = moveTo<'watching'>(sending, {
  state: 'watching',
  delivery: 'sure',
  sentAtMs: NOW,
  evidence: evidenceAtSend(IDLE, NOW)
})
const notStarted = watching({ toldAtMs: NOW })
const finish = (followup: In<'watching' | 'ended'>, facts: Partial<Finished> = {}) =>
  moveTo<'ended'>(followup, {
    state: 'ended',
    how: 'completed',
    job: DONE,
    sentAtMs: NOW,
    atMs: NOW + 60_000,
    resultId: 'f_1:result',
    ...facts
  })
const FOR_IDLE = { why: 'idle' } as const
const FOR_TIME = { why: 'time', untilMs: NOW + 60_000 } as const
const toWait = (wait: Wait) => deferredIn(wait)
const waiting = startWaiting(toWait(FOR_IDLE), NOW)
const rejected = moveTo<'dropped'>(accepted, { state: 'dropped', reason: 'invalid', atMs: NOW })

/** What follows, in a word or two; every move also redraws the card and its author's home, which are left out here. */
function follows(...moves: [Followup, Followup][]): string[] {
  return consequencesOf(moves.map(([before, after]) => ({ before, after })))
    .filter(what => what.do !== 'redraw' || ('viewId' in what.stale && !isHome(what.stale.viewId)))
    .map(consequence => {
      if (consequence.do === 'say') return `say ${consequence.view.id}`
      if (consequence.do === 'tell the result')
        return `tell ${consequence.view.id}${consequence.isNews ? ' as news' : ''}`
      return consequence.do === 'redraw' && 'viewId' in consequence.stale
        ? `redraw ${consequence.stale.viewId}`
        : consequence.do
    })
}

const MOVES: [what: string, before: Followup, after: Followup, follows: string[]][] = [
  ['a command that is held', accepted, held(accepted), ['send']],
  ['a reply that is held', reply, held(reply), ['send', 'redraw T1/C1/2.000001:mark', 'say f_1:waiting']],
  ['a held one that goes out', held(accepted), startSending(held(accepted), 'task', IDLE, NOW), ['redraw f_1:waiting']],
  ['a claim', accepted, sending, []],
  ['what was sent', sending, sent, ['look', 'wake the line']],
  [
    'what was sent while its thread was closed',
    { ...sending, closedBecause: 'card deleted' },
    sent,
    ['look', 'close again', 'wake the line']
  ],
  [
    'what was sent without its files',
    { ...sending, fileCount: 2 },
    { ...sent, fileCount: 2 },
    ['look', 'wake the line', 'say f_1:files']
  ],
  ['a send in doubt', sending, decideAfterCrash(sending), ['look', 'wake the line', 'say f_1:maybe']],
  [
    'a send in doubt, without its files',
    sending,
    { ...decideAfterCrash(sending), fileCount: 1 },
    ['look', 'wake the line', 'say f_1:maybe', 'say f_1:files']
  ],
  ['a send that is refused', accepted, rejected, ['wake the line', 'say f_1:rejected']],
  [
    'a refusal without a thread',
    { ...accepted, threadTs: null },
    { ...rejected, threadTs: null },
    ['tell its author', 'open the threads of others', 'wake the line']
  ],
  [
    'a cancelled reply',
    reply,
    cancel(reply, { by: 'U0BEN' }, NOW) ?? reply,
    ['wake the line', 'redraw T1/C1/2.000001:mark', 'redraw f_1:typed', 'redraw f_1:waiting']
  ],
  ['a command that waits for a time', toWait(FOR_TIME), startWaiting(toWait(FOR_TIME), NOW), ['send']],
  [
    'one that goes to the end of its line, as its time has come already',
    toWait(FOR_TIME),
    release(toWait(FOR_TIME), FOR_TIME.untilMs),
    ['send', 'redraw f_1:typed']
  ],
  ['one that waits until its job is idle', toWait(FOR_IDLE), waiting, ['look', 'wake the line']],
  [
    'a reply that waits',
    { ...toWait(FOR_IDLE), replyTs: '2.000001' },
    { ...waiting, replyTs: '2.000001' },
    ['look', 'wake the line', 'redraw T1/C1/2.000001:mark', 'say f_1:waiting']
  ],
  ['one that waits no longer', waiting, release(waiting, NOW), ['send', 'redraw f_1:waiting', 'redraw f_1:typed']],
  [
    'a waiting message that somebody has sent now',
    { ...waiting, replyTs: '2.000001' },
    { ...release(waiting, NOW), replyTs: '2.000001', sentNow: { by: 'U0ANA', atMs: NOW } },
    ['send', 'redraw T1/C1/2.000001:mark', 'redraw f_1:waiting', 'redraw f_1:typed']
  ],
  [
    'one that is to wait until its job is idle, which it is',
    toWait(FOR_IDLE),
    release(toWait(FOR_IDLE), NOW),
    ['send', 'redraw f_1:typed']
  ],
  ['a result', watching(), finish(watching()), ['tell f_1:result as news', 'follow the pull request']],
  ['what has not started', watching(), notStarted, ['say f_1:not-started']],
  [
    'an end after that',
    notStarted,
    finish(notStarted),
    ['redraw f_1:not-started', 'tell f_1:result as news', 'follow the pull request']
  ],
  [
    'a late link',
    finish(watching(), { job: IDLE }),
    finish(watching()),
    ['redraw f_1:result', 'follow the pull request']
  ],
  [
    'the same that was sent again from its result',
    finish(watching()),
    finish(watching(), { sentAgain: { by: 'U0BEN', atMs: NOW } }),
    ['redraw f_1:result']
  ],
  ['a watch that ended in what was sent again', watching(), stopWatching(watching(), 'sent again', NOW, 'U0ANA'), []],
  ['a watch that time ended', watching(), stopWatching(watching(), 'job gone', NOW), ['say f_1:unwatched']],
  [
    'a doubt that a person resolved',
    watching({ delivery: 'maybe' }),
    watching({ delivery: 'maybe', dismissed: { by: 'U0ANA', atMs: NOW } }),
    ['redraw f_1:maybe']
  ]
]

it.each(MOVES)('says what follows from %s', (_, before, after, expected) => {
  expect(follows([before, after]).toSorted()).toEqual(expected.toSorted())
})

it('reports follow-ups that end together in one message for each thread, and follows their pull request once', () => {
  const ends = [{ id: 'f_1' }, { id: 'f_2' }, { id: 'f_3', threadTs: '9.000001' }].map(which => {
    const before = { ...watching(), ...which }
    const resultId = which.threadTs ? 'f_3:result' : 'f_1:result'
    return [before, finish(before, { resultId })] as [Followup, Followup]
  })
  expect(follows(...ends)).toEqual(['tell f_1:result as news', 'tell f_3:result as news', 'follow the pull request'])
})

it('wakes a job’s line once for all that leave it together', () => {
  const gone = [{ id: 'f_1' }, { id: 'f_2' }].map(which => ({
    before: { ...accepted, ...which },
    after: { ...rejected, ...which }
  }))
  expect(consequencesOf(gone).filter(consequence => consequence.do === 'wake the line')).toHaveLength(1)
})

it('redraws the card and the home of its author, but for a claim', () => {
  const redrawn = (after: Followup) =>
    consequencesOf([{ before: accepted, after }]).flatMap(each => (each.do === 'redraw' ? [each.stale] : []))
  const home = { viewId: 'T1/U0ANA:home' }
  expect(redrawn(rejected)).toEqual([{ teamId: 'T1', channelId: 'C1', threadTs: '1.000001' }, home])
  expect(redrawn(sending)).toEqual([home])
})
