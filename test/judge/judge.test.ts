import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { BROKEN_BOTS } from './broken-bots.ts'
import { judge, type Verdict } from './judge.ts'
import type { Arrival, Deed, Ledger, Said } from './ledger.ts'

const MINUTE = 60_000

const typed = (number: number, more: Partial<Deed> = {}): Deed => ({
  how: 'command',
  atMs: number * 1_000,
  takenAtMs: number * 1_000 + 50,
  isTakenAtOnce: true,
  isAnswered: false,
  user: 'U0ANA',
  channel: 'C0DOCS',
  text: `job_1 instruction ${number}`,
  ...more
})

const reply = (number: number, more: Partial<Deed> = {}): Deed =>
  typed(number, { how: 'message', ts: `${number}.0`, threadTs: '0.1', text: `instruction ${number}`, ...more })

const arrived = (number: number, more: Partial<Arrival> = {}): Arrival => ({
  project: 'project-1',
  jobId: 'job_1',
  repository: 'https://github.com/acme/docs',
  prompt: `instruction ${number}`,
  atMs: number * 1_000 + 500,
  seq: number,
  workEndsAtMs: 5 * MINUTE,
  endsAs: ['completed'],
  ...more
})

const wrote = (text: string, more: Partial<Said> = {}): Said => ({
  how: 'post',
  atMs: 6 * MINUTE,
  channel: 'C0DOCS',
  ts: '360.0',
  threadTs: '0.1',
  text,
  ...more
})

const card = wrote('⏳ *job_1* · working', { ts: '0.1', atMs: 100, operation: 'f_1:card' })
const result = (...numbers: number[]) =>
  wrote(`<@U0ANA>, *job_1* finished: ${numbers.map(number => `> instruction ${number}`).join(' ')}`, {
    operation: `f_${numbers[0]}:result`
  })
const mark = (number: number, text = 'white_check_mark') =>
  wrote(text, { how: 'mark', ts: `${number}.0`, threadTs: undefined, operation: undefined })

const KEPT: Ledger = {
  botUserId: 'U0BOT',
  deeds: [typed(1), reply(2)],
  said: [card, result(1, 2), mark(2)],
  readBack: [],
  arrivals: [arrived(1), arrived(2)]
}

const brokenIn = (ledger: Ledger) =>
  Object.entries(judge(ledger).verdict).flatMap(([promise, broken]) => (broken.length > 0 ? [promise] : []))

it('finds nothing where every promise was kept', () => {
  expect(judge(KEPT)).toMatchObject({ accepted: 2, inDoubt: 0 })
  expect(brokenIn(KEPT)).toEqual([])
})

const doubt = (number: number) =>
  wrote(`maybe delivered: instruction ${number}`, { operation: `f_${number}:maybe`, atMs: 2_000 })

it.each<[string, keyof Verdict, Partial<Ledger>]>([
  ['a command of which nobody heard', 'lost', { said: [card, result(2), mark(2)] }],
  ['a reply that went nowhere', 'lost', { said: [card, result(1)], arrivals: [arrived(1)] }],
  ['what arrived twice', 'sentTwice', { arrivals: [arrived(1), arrived(2), arrived(2, { seq: 3 })] }],
  ['a result that was posted twice', 'postedTwice', { said: [...KEPT.said, { ...result(1, 2), ts: '361.0' }] }],
  ['a reply that overtook a command', 'outOfOrder', { arrivals: [arrived(1, { seq: 2 }), arrived(2, { seq: 1 })] }],
  [
    'what arrived after people read of doubt',
    'sentLate',
    { said: [...KEPT.said, doubt(1)], arrivals: [arrived(1, { atMs: 9_000 }), arrived(2)] }
  ],
  ['what was for later', 'early', { deeds: [typed(1, { text: 'job_1 in 1 min: instruction 1' }), reply(2)] }],
  [
    'what its author had deleted',
    'takenBack',
    {
      deeds: [...KEPT.deeds, reply(2, { how: 'deletion', text: '', atMs: 2_100, takenAtMs: 2_200 })],
      arrivals: [arrived(1), arrived(2, { atMs: MINUTE })]
    }
  ],
  [
    'what was told with news from another project',
    'wrongPlace',
    {
      deeds: [...KEPT.deeds, typed(3)],
      said: [...KEPT.said, { ...result(3), text: `${result(3).text} acme/of-two` }],
      arrivals: [
        ...KEPT.arrivals,
        arrived(3),
        arrived(4, { project: 'two', repository: 'https://github.com/acme/of-two' })
      ]
    }
  ],
  ['what reached another job', 'wrongPlace', { arrivals: [arrived(1), arrived(2, { jobId: 'job_2' })] }],
  [
    'a result before any run had ended',
    'falseNews',
    { arrivals: [arrived(1, { workEndsAtMs: null }), arrived(2, { workEndsAtMs: null })] }
  ],
  [
    'a failure that was told as a success',
    'falseNews',
    { arrivals: [arrived(1), arrived(2)].map(each => ({ ...each, endsAs: ['failed'] })) }
  ],
  [
    'what arrived though it was told as cancelled',
    'falseNews',
    { said: [...KEPT.said, wrote('Cancelled before it was sent: instruction 2', { operation: 'f_2:typed' })] }
  ],
  [
    'what arrived though its author was told that it was not sent to its job',
    'falseNews',
    { said: [...KEPT.said, wrote('Not sent to *job_1*: it’s gone. instruction 2', { how: 'private' })] }
  ],
  ['a result of what never arrived', 'falseNews', { arrivals: [arrived(1)] }],
  [
    'a mark that says that it is done',
    'falseNews',
    { said: [card, result(1), mark(2)], arrivals: [arrived(1), arrived(2, { atMs: 5.5 * MINUTE })] }
  ],
  [
    'a mark that says that it was sent',
    'falseNews',
    { said: [card, result(1), mark(2, 'incoming_envelope')], arrivals: [arrived(1)] }
  ],
  [
    'a word that it was sent',
    'falseNews',
    {
      said: [card, result(1), wrote('Sent. > instruction 2', { operation: 'f_2:not-started' })],
      arrivals: [arrived(1)]
    }
  ],
  [
    'a refusal of what arrived',
    'falseNews',
    { said: [...KEPT.said, wrote('<@U0BEN>, not delivered: instruction 2', { operation: 'f_2:rejected' })] }
  ]
])('finds %s', (_, promise, change) => {
  expect(brokenIn({ ...KEPT, ...change })).toContain(promise)
})

it('lets a person send again what may not have arrived', () => {
  const pressed = typed(1, { how: 'press', button: 'send-again', text: doubt(1).text, atMs: 3_000 })
  const ledger = { ...KEPT, deeds: [...KEPT.deeds, pressed], said: [...KEPT.said, doubt(1)] }
  const again = (seq: number) => arrived(1, { seq, atMs: 9_000 })
  expect(brokenIn({ ...ledger, arrivals: [...KEPT.arrivals, again(3)] })).toEqual([])
  expect(brokenIn({ ...ledger, arrivals: [...KEPT.arrivals, again(3), again(4)] })).toEqual(['sentTwice'])
})

it('lets its author try again what they had deleted', () => {
  const deletion = reply(2, { how: 'deletion', text: '', atMs: 2_100, takenAtMs: 2_200 })
  const pressed = reply(2, { how: 'press', button: 'try-again', atMs: 50_000 })
  const ledger = { ...KEPT, arrivals: [arrived(1), arrived(2, { atMs: MINUTE })] }
  expect(brokenIn({ ...ledger, deeds: [...KEPT.deeds, deletion] })).toEqual(['takenBack'])
  expect(brokenIn({ ...ledger, deeds: [...KEPT.deeds, deletion, pressed] })).toEqual([])
})

it('lets a person try again what a result of another run does not name', () => {
  const text = '*job_1* failed again. Reply in this thread to try something else.'
  const pressed = typed(1, { how: 'press', button: 'try-again', text, atMs: 8 * MINUTE })
  const ledger = { ...KEPT, arrivals: [...KEPT.arrivals, arrived(1, { seq: 3, atMs: 9 * MINUTE })] }
  expect(brokenIn(ledger)).toEqual(['sentTwice'])
  expect(brokenIn({ ...ledger, deeds: [...KEPT.deeds, pressed] })).toEqual([])
})

it('lets a command fail that was typed again', () => {
  const late = wrote('Not sent: I was held up and read this too late. instruction 1', { how: 'private' })
  const ledger = { ...KEPT, deeds: [typed(1, { takenAtMs: undefined }), ...KEPT.deeds], said: [...KEPT.said, late] }
  expect(brokenIn(ledger)).toEqual([])
  expect(brokenIn({ ...KEPT, said: ledger.said })).toEqual(['falseNews'])
})

it('expects no order of a mention that may still be being read', () => {
  const mention = typed(1, { how: 'message', ts: '1.0', text: '<@U0BOT> job_1 instruction 1' })
  const arrivals = [arrived(1, { seq: 2 }), arrived(2, { seq: 1 })]
  expect(brokenIn({ ...KEPT, deeds: [mention, reply(2)], arrivals })).toEqual([])
})

it.each(['job_1 at 18:00: instruction 1', 'job_1 when idle: instruction 1'])('expects no order of %s', text => {
  const arrivals = [arrived(1, { seq: 2 }), arrived(2, { seq: 1 })]
  expect(brokenIn({ ...KEPT, deeds: [typed(1, { text }), reply(2)], arrivals })).toEqual([])
})

it('expects a reply that Slack told of late where it was written', () => {
  const late = reply(1, { atMs: 2_500, takenAtMs: 2_550 })
  const ledger = { ...KEPT, deeds: [typed(2), late], said: [...KEPT.said, mark(1)] }
  expect(brokenIn(ledger)).toEqual([])
  expect(brokenIn({ ...ledger, deeds: [typed(2), { ...late, ts: '2.4' }] })).toEqual(['outOfOrder'])
})

it('expects no order of a reply under a card until the bot has found it', () => {
  const ledger = { ...KEPT, deeds: [reply(1), typed(2)], arrivals: [arrived(1, { seq: 2 }), arrived(2, { seq: 1 })] }
  const brokenAfter = (atMs: number, { channel = 'C0DOCS', touch = mark(2) } = {}) =>
    brokenIn({ ...ledger, said: [card, touch, result(1, 2)], readBack: [{ atMs, channel }] })
  expect(brokenAfter(4_000)).toEqual([])
  expect(brokenIn({ ...ledger, deeds: [reply(1), reply(2)], readBack: [{ atMs: 4_000, channel: 'C0DOCS' }] })).toEqual([
    'outOfOrder'
  ])
  expect(brokenAfter(4_000, { channel: 'C0OTHER' })).toEqual(['outOfOrder'])
  expect(brokenAfter(1_500)).toEqual(['outOfOrder'])
  for (const touch of [mark(1, 'eyes'), wrote('Sent.', { ts: '1.1' }), { ...card, how: 'update' as const }])
    expect(brokenAfter(4_000, { touch: { ...touch, atMs: 1_200 } })).toEqual(['outOfOrder'])
})

it('expects nothing of what may be for people, and no order of what waits for something', () => {
  const arrivals = [arrived(1, { seq: 2 }), arrived(2, { seq: 1 })]
  const ofFirst = (meant: 'later' | 'perhaps') => (words: string) => (words === 'instruction 1' ? meant : undefined)
  expect(judge({ ...KEPT, arrivals }, ofFirst('later')).verdict.outOfOrder).toEqual([])
  expect(judge({ ...KEPT, said: [card, result(2), mark(2)] }, ofFirst('perhaps')).verdict.lost).toEqual([])
})

it('takes a notice that an edited follow-up was cancelled for its end, and for no other', () => {
  const edit = reply(2, { how: 'edit', text: 'instruction 3', atMs: 2_100, takenAtMs: 2_200 })
  const waits = (operation: string) => wrote('> instruction 2', { operation, ts: '2.1', atMs: 2_050 })
  const cancelled = wrote('A follow-up was cancelled before it was sent', { how: 'update', ts: '2.1' })
  const lostOf = (said: Said[], more: Partial<Ledger> = {}) => {
    const ledger = { ...KEPT, deeds: [...KEPT.deeds, edit], said: [card, result(1), ...said], arrivals: [arrived(1)] }
    const { lost } = judge({ ...ledger, ...more }, words => (words === 'instruction 3' ? 'perhaps' : undefined)).verdict
    return lost.length
  }
  expect(lostOf([waits('f_2:waiting'), cancelled])).toBe(0)
  expect(lostOf([waits('f_2:waiting')])).toBe(1)
  expect(lostOf([waits('f_2:card'), cancelled])).toBe(1)
  expect(lostOf([waits('f_2:waiting'), { ...cancelled, ts: '2.2' }])).toBe(1)
  expect(lostOf([waits('f_2:waiting'), cancelled], { arrivals: [arrived(1), arrived(2)] })).toBe(1)
  expect(lostOf([waits('f_2:waiting'), cancelled], { deeds: KEPT.deeds })).toBe(1)
})

it('takes an edit for what was not sent before', () => {
  const edit = reply(2, { how: 'edit', text: 'instruction 3', atMs: 2_100, takenAtMs: 2_200 })
  const ledger = { ...KEPT, deeds: [...KEPT.deeds, edit], said: [card, result(1, 3), mark(2)] }
  expect(brokenIn({ ...ledger, arrivals: [arrived(1), arrived(3)] })).toEqual([])
  expect(brokenIn({ ...ledger, arrivals: [arrived(1), arrived(2), arrived(3)] })).toEqual(['sentTwice'])
})

it.each(BROKEN_BOTS)('a bot that $does has one broken line', async ({ file, was }) => {
  const source = await readFile(new URL(`../../src/${file}`, import.meta.url), 'utf8')
  expect(source.split(was)).toHaveLength(2)
})
