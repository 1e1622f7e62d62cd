import { expect, it } from 'vitest'
import {
  directId,
  homeId,
  isCard,
  isHome,
  isResult,
  markedBy,
  markId,
  messageId,
  resultKind,
  subjectOf,
  watchDayId,
  watchOverId
} from '../../../src/followups/model/message-ids.ts'

const KEY = { teamId: 'T1', channelId: 'C1', ts: '1.000001' }
const HOME = homeId({ teamId: 'T1', userId: 'U0ANA' })
const [FIRST, THIRD] = [messageId('f_1', resultKind()), messageId('f_1', resultKind(['one', 'two']))]
const OTHERS = [directId(FIRST), watchDayId('w_1'), watchOverId('w_1'), markId(KEY), HOME, 'result', 'f_1:resulting']

it('an id says which follow-up a message is about, and what it says of it', () => {
  for (const kind of ['card', 'waiting', 'maybe', 'checks'] as const)
    expect(subjectOf(messageId('f_1', kind))).toEqual({ followupId: 'f_1', kind })
  expect([FIRST, THIRD].map(subjectOf)).toEqual([
    { followupId: 'f_1', kind: 'result' },
    { followupId: 'f_1', kind: 'result-3' }
  ])
  expect([FIRST, THIRD, messageId('f_1', 'card')].map(isResult)).toEqual([true, true, false])
  expect([messageId('f_1', 'card'), FIRST].map(id => isCard({ id, followupId: 'f_1' }))).toEqual([true, false])
  for (const id of OTHERS) {
    expect(subjectOf(id)?.followupId ?? '').toBe(id === 'result' ? 'resul' : '')
    expect(isCard({ id, followupId: null })).toBe(false)
  }
})

it('an id of anything else is told apart, and all are different', () => {
  expect(new Set([...OTHERS, FIRST, THIRD]).size).toBe(OTHERS.length + 2)
  expect(OTHERS.filter(isHome)).toEqual([HOME])
  expect(OTHERS.map(markedBy).filter(key => key !== undefined)).toEqual([KEY])
  for (const id of ['T1/C1:mark', '/C1/1.000001:mark', 'T1/C1/1.000001:card']) expect(markedBy(id)).toBeUndefined()
})
