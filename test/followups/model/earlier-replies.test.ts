import { expect, it } from 'vitest'
import { earlierRepliesReadAtMs } from '../../../src/followups/model/decide-send.ts'
import { followupIn, NOW, TURN } from '../a-followup.ts'

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
])('lets an instruction wait for earlier replies: one that %s', (_, untilMs, waitsMs) => {
  expect(untilMs - NOW).toBe(waitsMs)
})
