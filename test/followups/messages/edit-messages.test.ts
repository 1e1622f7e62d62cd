import { expect, it } from 'vitest'
import { takenBackMessage, withoutEdit } from '../../../src/followups/messages/edit-messages.ts'
import { decideAfterCrash, startSending } from '../../../src/followups/rules/decide-send.ts'
import { moveTo } from '../../../src/followups/rules/followup.ts'
import type { ProgressOf } from '../../../src/followups/rules/progress.ts'
import { asShown } from '../../support/as-shown.ts'
import { followupIn, NOW, watching } from '../a-followup.ts'

const accepted = followupIn({ state: 'accepted' })
const held = moveTo<'held'>(accepted, { state: 'held', because: 'limit', sinceMs: NOW, untilMs: NOW + 1, tries: 0 })
const sending = startSending(accepted, 'task', {}, NOW)
const waiting = followupIn({ state: 'waiting', wait: { what: 'idle' }, sinceMs: NOW })
const rejected = moveTo<'rejected'>(accepted, { state: 'rejected', reason: 'invalid', atMs: NOW })

it.each([
  ['about to go out', accepted, 'What you wrote before still goes out.'],
  ['held', held, 'What you wrote before still goes out.'],
  ['waiting', waiting, 'What you wrote before still counts: waiting until the job is idle.'],
  ['being sent', sending, 'Your reply is going out without this edit.'],
  ['maybe delivered', decideAfterCrash(sending), 'The agent may have your reply without this edit.'],
  ['sent', watching(), 'The agent has your reply without this edit.'],
  ['not delivered', rejected, 'Your reply was never delivered.']
])('says where a message stands whose edit was not taken: %s', (_, followup, words) => {
  expect(withoutEdit(followup)).toBe(words)
})

const cancelled = (facts: Partial<ProgressOf<'cancelled'>>) => followupIn({ state: 'cancelled', atMs: NOW, ...facts })

it.each([
  ['its author took it back', cancelled({ by: 'U0ANA' }), 'this message was taken back earlier.'],
  [
    'it was given back to its author',
    cancelled({ by: 'U0ANA', givenBack: true }),
    'this message was given back earlier.'
  ],
  ['somebody else cancelled it', cancelled({ by: 'U0BEN' }), '@Ben cancelled this message earlier.']
])('says that an edited message was not sent, and why: %s', (_, followup, words) => {
  expect(asShown(takenBackMessage(followup, 'fix it'))).toBe(`Not sent: ${words} Send it again as a new one.\n>fix it`)
})
