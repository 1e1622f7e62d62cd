import { describe, expect, it } from 'vitest'
import { type Followup, type In, waitOf } from '../../../src/followups/rules/followup.ts'
import { asOne, asTheyGo, join, joinAnew, takeOut, whatIsDue } from '../../../src/followups/rules/join.ts'
import type { Wait } from '../../../src/followups/rules/wait.ts'
import { processorMs } from '../../support/processor-ms.ts'
import { followupIn, NOW, watching } from '../a-followup.ts'

const undo = (atMs: number): Wait => ({ what: 'undo', atMs, together: true })

/** Written so many seconds after the first, to be undone for ten. */
function reply(id: string, seconds: number, more: Partial<Followup> & { wait?: Wait } = {}): In<'waiting'> {
  const writtenAtMs = NOW + seconds * 1_000
  const { wait = undo(writtenAtMs + 10_000), ...other } = more
  const made = { id, replyTs: `2.00000${seconds}`, writtenAtMs, prompt: id, ...other }
  return followupIn({ state: 'waiting', wait, sinceMs: writtenAtMs }, made)
}

const due = (waiting: In<'waiting'>[], seconds: number) =>
  whatIsDue(waiting, NOW + seconds * 1_000).map(({ together }) => together.map(({ id }) => id).join(' + '))

const LONG = 'x'.repeat(120_000)

const CASES: [what: string, waiting: In<'waiting'>[], atSeconds: number, due: string[]][] = [
  ['nothing before its time', [reply('a', 0), reply('b', 2)], 9, []],
  [
    'all that was written within the time of the first',
    [reply('a', 0), reply('b', 2), reply('c', 9)],
    10,
    ['a + b + c']
  ],
  ['not what was written later, although it was found late', [reply('a', 0), reply('b', 11)], 15, ['a']],
  [
    'what was written later as a message of its own',
    [reply('a', 0), reply('b', 11), reply('c', 12)],
    30,
    ['a', 'b + c']
  ],
  ['not what somebody else wrote', [reply('a', 0), reply('b', 2, { requesterId: 'U0BEN' })], 12, ['a', 'b']],
  ['not what was written elsewhere', [reply('a', 0), reply('b', 2, { threadTs: '9.000001' })], 12, ['a', 'b']],
  [
    'not what its author wanted by itself',
    [reply('a', 0), reply('b', 2, { wait: { what: 'undo', atMs: NOW + 12_000 } })],
    12,
    ['a', 'b']
  ],
  [
    'not what waits for something else',
    [reply('a', 0), reply('b', 1, { wait: { what: 'idle' } }), reply('c', 2, { wait: { what: 'time', atMs: NOW } })],
    10,
    ['a', 'c']
  ],
  [
    'no more than fits into one message',
    [reply('a', 0, { prompt: LONG }), reply('b', 1, { prompt: LONG }), reply('c', 2)],
    12,
    ['a', 'b + c']
  ]
]

it('says of what goes with an earlier one that it goes when that does', () => {
  const IDLE = { what: 'idle' } as const
  const aboutToWait = followupIn({ state: 'accepted', wait: undo(NOW + 13_000) }, { ...reply('c', 3), replyTs: '2.3' })
  const all = [reply('a', 0), reply('b', 2), aboutToWait, reply('d', 11), reply('e', 12, { wait: IDLE }), watching()]
  const at = (seconds: number) => ({ what: 'undo', atMs: NOW + seconds * 1_000 })
  expect(asTheyGo(all).map(waitOf)).toEqual([at(10), at(10), at(10), at(21), IDLE, undefined])
})

it('takes no replies to different jobs together', () => {
  const elsewhere = { threadTs: null, jobId: 'job_c90' }
  expect(due([reply('a', 0, { threadTs: null }), reply('b', 2, elsewhere)], 12)).toEqual(['a', 'b'])
})

it.each(CASES)('lets go together %s', (_, waiting, atSeconds, expected) => {
  expect(due(waiting, atSeconds)).toEqual(expected)
})

describe('several as one', () => {
  it.each([
    [['one'], 'one'],
    [['one', 'two'], '1. one\n2. two'],
    [['one\nmore\n\nand more', 'two'], '1. one\n   more\n\n   and more\n2. two']
  ])('numbers %j', (prompts, expected) => {
    expect(asOne(prompts.map(prompt => ({ prompt })))).toBe(expected)
  })

  it('puts two digits above lines that go as far in', () => {
    const prompts = Array.from({ length: 10 }, (_, at) => ({ prompt: at === 9 ? 'ten\nmore' : 'x' }))
    expect(asOne(prompts).split('\n').slice(-2)).toEqual(['10. ten', '    more'])
  })
})

const whole = followupIn({ state: 'accepted' }, { id: 'f_9', prompt: '1. a\n2. b' })
const part = (id: string) => join(reply(id, 0), 'f_9', NOW)
const sent = { ...watching(), id: 'f_9' }

describe('what is changed before it was sent', () => {
  it('goes out as its parts are by now, or not at all', () => {
    expect(joinAnew(whole, [part('c')], NOW)).toMatchObject({ prompt: 'c', parts: [{ id: 'c' }] })
    expect(joinAnew(whole, [], NOW)?.progress.state).toBe('cancelled')
  })

  it('is too late once it was sent', () => {
    expect([joinAnew(sent, [part('c')], NOW), takeOut(part('c'), sent, NOW)]).toEqual([undefined, undefined])
    expect(takeOut(part('c'), whole, NOW)?.progress.state).toBe('cancelled')
  })

  it('can still be taken back where others cancelled the whole, but not where its author did', () => {
    const cancelled = (by?: string) => takeOut(part('c'), followupIn({ state: 'cancelled', by, atMs: NOW }), NOW)
    expect([cancelled('U0BEN')?.progress.state, cancelled()]).toEqual(['cancelled', undefined])
  })
})

it('takes no time over many long replies', () => {
  const long = Array.from({ length: 60 }, (_, at) => reply(`f_${at}`, 0, { prompt: 'one line\n'.repeat(4_300) }))
  let together: number[] = []
  const spentMs = processorMs(() => {
    together = whatIsDue(long, Number.POSITIVE_INFINITY).map(due => due.together.length)
  })
  expect(together).toEqual(Array(20).fill(3))
  expect(spentMs).toBeLessThan(1_000)
})
