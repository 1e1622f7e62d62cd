import { expect, it } from 'vitest'
import { isLasting, timesSeenAgain, troubleKind, type Unread } from '../../../src/followups/model/seen.ts'
import { NOW } from '../a-followup.ts'

const refused = (reason: Extract<Unread, { kind: 'refused' }>['reason']): Unread => {
  return { kind: 'refused', reason, status: 400, words: undefined }
}

it.each<[Unread, string]>([
  [{ kind: 'busy', retryAfterMs: 5 }, 'busy'],
  [{ kind: 'unavailable', why: 'x' }, 'unavailable'],
  [refused('unknown job'), 'unknown job'],
  [refused('key refused'), 'key refused'],
  [refused('not allowed'), 'not allowed'],
  [refused('redirect'), 'other']
])('what keeps a job from being read is one of a few kinds: %o', (read, kind) => {
  expect(troubleKind(read)).toBe(kind)
})

it('trouble lasts from the third look on', () => {
  const after = (looks: number) => isLasting({ kind: 'busy', looks })
  expect([isLasting(null), ...[1, 2, 3, 4].map(after)]).toEqual([false, false, false, true, true])
})

it('a card says that work was seen again after 5, 10, 20 and 40 minutes', () => {
  const after = (minutes: number) => timesSeenAgain(NOW, NOW + minutes * 60_000)
  expect([0, 4.9, 5, 9.9, 10, 19.9, 20, 39.9, 40].map(after)).toEqual([0, 0, 1, 1, 2, 2, 3, 3, 4])
  expect(timesSeenAgain(NOW, null)).toBe(0)
})
