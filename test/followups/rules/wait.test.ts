import { expect, it } from 'vitest'
import { isSameWait, type Wait } from '../../../src/followups/rules/wait.ts'

const AT_SIX: Wait = { what: 'time', atMs: 18 }

it.each<[string, Wait | null | undefined, Wait | null | undefined, boolean]>([
  ['a time in other words', AT_SIX, { ...AT_SIX, said: 'at 18:00:' }, true],
  ['idle in other words', { what: 'idle', said: 'when idle:' }, { what: 'idle', said: 'when done:' }, true],
  ['nothing and nothing', null, undefined, true],
  [
    'another time in the same words',
    { ...AT_SIX, said: 'in an hour:' },
    { ...AT_SIX, atMs: 19, said: 'in an hour:' },
    false
  ],
  ['a time and idle', AT_SIX, { what: 'idle' }, false],
  ['something and nothing', AT_SIX, undefined, false]
])('knows whether two wait for the same: %s', (_, one, other, expected) => {
  expect([isSameWait(one, other), isSameWait(other, one)]).toEqual([expected, expected])
})
