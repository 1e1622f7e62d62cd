import { expect, it } from 'vitest'
import { decideEdit, type EditNews, type EditOutcome } from '../../../src/followups/rules/decide-edit.ts'
import { decideAfterCrash, startSending } from '../../../src/followups/rules/decide-send.ts'
import type { TimedMeaning } from '../../../src/followups/rules/edit-meaning.ts'
import { type Followup, isIn, isTakenBack, moveTo, waitOf } from '../../../src/followups/rules/followup.ts'
import { parseReply } from '../../../src/followups/rules/parse-reply.ts'
import { followupIn, NOW, watching } from '../a-followup.ts'

const accepted = { ...followupIn({ state: 'accepted' }, { replyTs: '2.000001' }), prompt: 'shorten it' }
const held = moveTo<'held'>(accepted, { state: 'held', because: 'limit', sinceMs: NOW, untilMs: NOW + 1, tries: 0 })
const sending = startSending(accepted, 'task', {}, NOW)
const waiting = {
  ...followupIn({ state: 'waiting', wait: { what: 'idle' }, sinceMs: NOW }),
  replyTs: '2.000001',
  prompt: 'shorten it'
}
const sent = { ...watching(), prompt: 'shorten it' }
const rejected = moveTo<'rejected'>(accepted, { state: 'rejected', reason: 'invalid', atMs: NOW })
const cancelled = moveTo<'cancelled'>(accepted, { state: 'cancelled', atMs: NOW })

const TIME = { what: 'time', atMs: NOW + 60_000 } as const
const UNDO = { what: 'undo', atMs: NOW + 10_000 } as const

const outcome = ({ next, news }: EditOutcome) => [next && `${next.progress.state} ${next.prompt}`, news?.kind]

const editIn = (followup: Followup, meaning: TimedMeaning): EditOutcome =>
  decideEdit(followup, meaning, { nowMs: NOW, editedTs: '3.000001' })

const NEW = { kind: 'instruction', prompt: 'lengthen it' } as const
const SAME = { kind: 'instruction', prompt: 'shorten it' } as const
const EMPTY = { kind: 'empty' } as const
const ASIDE = { kind: 'aside' } as const
const WORD = { kind: 'word', word: 'status' } as const
const OTHER = { kind: 'for either', prompt: 'job_c90 fix it', otherId: 'job_c90' } as const
const NO_TIME = { kind: 'no such time', written: 'tomorrow: fix it', problem: 'unclear' } as const

const undoable = { ...followupIn({ state: 'waiting', wait: UNDO, sinceMs: NOW }), replyTs: '2.1', prompt: 'shorten it' }

it.each([
  // New words · at a time · the same words · nothing · a word for the bot · another job · a time that cannot be
  [
    'about to go out',
    accepted,
    ['taken, in time', 'taken', '-', 'off', 'off, cancelled', 'off, which of two', '-, no such time']
  ],
  [
    'to be undone',
    undoable,
    ['taken', 'taken', 'taken', 'off', 'off, cancelled', 'off, which of two', 'off, no such time']
  ],
  ['waiting', waiting, ['taken', 'taken', 'taken', 'off', 'off, cancelled', 'off, which of two', '-, no such time']],
  ['held', held, ['taken', 'taken', '-', 'off', 'off, cancelled', 'off, which of two', '-, no such time']]
])('knows what every kind of edit comes to when the reply is %s', (_, followup, expected) => {
  const found = [NEW, { ...NEW, wait: TIME }, SAME, EMPTY, WORD, OTHER, NO_TIME].map(meaning => {
    const { next, news } = editIn(followup, meaning)
    return [next ? (isIn(next, 'cancelled') ? 'off' : 'taken') : '-', news?.kind].filter(part => part).join(', ')
  })
  expect(found).toEqual(expected)
})

it.each([
  // New words · the same words · nothing · a word for the bot · another job · a time that cannot be
  ['sent', sent, ['correction', undefined, 'too late', 'too late', 'too late', 'no such time']],
  ['rejected', rejected, ['correction', undefined, undefined, 'still not sent', 'still not sent', 'no such time']],
  ['cancelled', cancelled, ['taken back', 'taken back', undefined, undefined, 'which of two', 'taken back']]
])('knows what every kind of edit comes to when the reply was %s', (_, followup, expected) => {
  expect([NEW, SAME, EMPTY, WORD, OTHER, NO_TIME].map(meaning => editIn(followup, meaning).news?.kind)).toEqual(
    expected
  )
})

it.each<[TimedMeaning, string]>([
  [NEW, 'lengthen it'],
  [SAME, 'shorten it'],
  [NO_TIME, 'tomorrow: fix it']
])('says of what was taken back what it says by now: after %j', (meaning, words) => {
  expect(editIn(cancelled, meaning).news).toEqual({ kind: 'taken back', words })
})

it.each<[string, TimedMeaning, EditNews['kind'] | undefined]>([
  ['names another job', { kind: 'another', prompt: 'job_c90 fix it' }, 'still not sent'],
  ['is too long', { kind: 'too long' }, 'still not sent'],
  ['is an aside', ASIDE, undefined],
  ['only says thanks', { kind: 'chatter', prompt: 'thanks!' }, undefined]
])('says of what was rejected that it is still not sent, if its author expects that: it %s', (_, meaning, news) => {
  expect(editIn(rejected, meaning).news?.kind).toBe(news)
})

const byOthers = moveTo<'cancelled'>(accepted, { state: 'cancelled', by: 'U0BEN', atMs: NOW })

it.each([
  ['cancelled by others', byOthers, [undefined, true, true, undefined]],
  ['cancelled by its author', cancelled, [undefined, undefined, undefined, undefined]],
  ['sent', sent, [undefined, undefined, undefined, undefined]]
])('hides the words of what is emptied only if it was %s', (_, followup, expected) => {
  const found = [NEW, EMPTY, ASIDE, WORD].map(meaning => editIn(followup, meaning).next)
  expect(found.map(next => next && isTakenBack(next))).toEqual(expected)
})

const CASES: [what: string, followup: Followup, text: string, outcome: (string | undefined)[]][] = [
  ['not sent yet', accepted, 'lengthen it', ['accepted lengthen it', 'in time']],
  ['held', held, 'lengthen it', ['held lengthen it', undefined]],
  ['waiting', waiting, 'lengthen it', ['waiting lengthen it', undefined]],
  ['waiting, and now an aside', waiting, '// no', ['cancelled shorten it', undefined]],
  ['being sent', sending, 'lengthen it', [undefined, 'correction']],
  ['sent', sent, 'lengthen it', [undefined, 'correction']],
  ['maybe delivered', decideAfterCrash(sending), 'lengthen it', [undefined, 'correction']],
  ['rejected', rejected, 'lengthen it', [undefined, 'correction']],
  ['cancelled', cancelled, 'lengthen it', [undefined, 'taken back']],
  ['cancelled, and now an aside', cancelled, '// no', [undefined, undefined]],
  ['not sent yet, and now an aside', accepted, '// no', ['cancelled shorten it', undefined]],
  ['held, and now empty', held, ' ', ['cancelled shorten it', undefined]],
  ['held, and now a word for the bot', held, 'status', ['cancelled shorten it', 'cancelled']],
  ['held, and now thanks', held, 'thanks!', ['cancelled shorten it', 'cancelled']],
  ['held, and now only stop', held, 'stop', ['cancelled shorten it', 'cancelled']],
  ['being sent, and now an aside', sending, '// no', [undefined, 'too late']],
  ['sent, and now empty', sent, '', [undefined, 'too late']],
  ['rejected, and now empty', rejected, '', [undefined, undefined]],
  ['not sent yet, with the same words', accepted, ' shorten it ', [undefined, undefined]],
  ['thanks that its author sent after all', { ...held, prompt: 'thanks!' }, 'thanks!', [undefined, undefined]],
  ['sent, with the same words', sent, 'shorten it', [undefined, undefined]]
]

it.each(CASES)('decides what an edit comes to when the reply is %s', (_, followup, text, expected) => {
  const meaning = parseReply(text, 'U0BOT')
  const edited = meaning.kind === 'instruction' ? { ...meaning, wait: waitOf(followup) } : meaning
  expect(outcome(editIn(followup, edited))).toEqual(expected)
})

it.each([
  ['waits for something else', waiting, TIME, { state: 'accepted', wait: TIME }],
  ['waits no longer', waiting, undefined, { state: 'accepted' }],
  ['waits after all', accepted, TIME, { state: 'accepted', wait: TIME }],
  ['waits after all, instead of being held', held, TIME, { state: 'accepted', wait: TIME }],
  ['waits as before', waiting, waitOf(waiting), undefined],
  ['was sent already', sent, TIME, undefined]
])('lets an edit of nothing but the time decide when it goes out: it %s', (_, followup, wait, progress) => {
  const { next, news } = editIn(followup, { kind: 'instruction', prompt: 'shorten it', wait })
  expect([next?.progress, news]).toEqual([progress, undefined])
})
