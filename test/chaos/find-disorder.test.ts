import { expect, it } from 'vitest'
import { findDisorder, type Stored } from './find-disorder.ts'
import type { Written } from './make-traffic.ts'

const written = (prompt: string, kind: Written['kind'], writtenAtMs: number, takenAtMs?: number): Written => ({
  prompt,
  jobId: 'job_1',
  kind,
  writtenAtMs,
  takenAtMs
})

const NO_ROWS = new Map<string, Stored>()
const FOUND = [expect.stringMatching(/^job_1: second .* before first .* sent 7\.000 s later$/)]

type Told = [kind: Written['kind'], writtenAtMs: number, takenAtMs?: number]

it.each<[string, Told, Told, unknown[]]>([
  ['a command taken before the next was typed', ['command', 0, 50], ['command', 60, 90], FOUND],
  ['a command typed while the one before was being taken', ['command', 0, 50], ['command', 40, 90], []],
  ['a reply for which the one before waits', ['reply', 0, 850], ['reply', 10, 60], FOUND],
  ['a reply that came when nobody waited for it any more', ['reply', 0, 1_100], ['reply', 10, 60], []],
  ['a reply that Slack had to bring twice', ['reply', 0], ['reply', 10, 60], []],
  ['a reply after a command that waits for no reply', ['reply', 0, 500], ['command', 10, 60], []]
])('judges the order of %s', (_, ofFirst, ofSecond, found) => {
  const [first, second] = [written('first', ...ofFirst), written('second', ...ofSecond)]
  const send = (prompt: string, seq: number) => ({ prompt, seq, atMs: seq * 7_000 })
  expect(findDisorder([first, second], [send('second', 1), send('first', 2)], NO_ROWS)).toEqual(found)
  expect(findDisorder([first, second], [send('first', 1), send('second', 2)], NO_ROWS)).toEqual([])
})

it('counts a duplicate once, and leaves out what never arrived', () => {
  const [first, second] = [written('first', 'command', 0, 50), written('second', 'command', 60, 90)]
  const sends = ['first', 'second', 'first'].map((prompt, seq) => ({ prompt, seq, atMs: seq }))
  expect(findDisorder([first, second], sends, NO_ROWS)).toEqual([])
  expect(findDisorder([first, second], sends.slice(1, 2), NO_ROWS)).toEqual([])
})

it.each([
  ['a minute', 60_020, 'f_12', 'f_11', []],
  ['less than that', 50_000, 'f_12', 'f_11', FOUND],
  ['a minute for one that had been stored', 60_020, 'f_11', 'f_12', FOUND]
])('takes a reply for overtaken rightly only after %s', (_, sentAtMs, ofFirst, ofSecond, found) => {
  const [first, second] = [written('first', 'reply', 0, 50), written('second', 'reply', 10, 60)]
  const stored = new Map([
    ['first', { id: ofFirst, inLineAtMs: 0 }],
    ['second', { id: ofSecond, inLineAtMs: 10 }]
  ])
  const sends = [
    { prompt: 'second', seq: 1, atMs: sentAtMs },
    { prompt: 'first', seq: 2, atMs: sentAtMs + 7_000 }
  ]
  expect(findDisorder([first, second], sends, stored)).toEqual(found)
})
