import { expect, it } from 'vitest'
import { heldNotice } from '../../../src/followups/messages/held-notice.ts'
import { startWaiting, waitInstead } from '../../../src/followups/rules/decide-wait.ts'
import { asShown } from '../../support/as-shown.ts'
import { followupIn, NOW, watching } from '../a-followup.ts'

const accepted = followupIn({ state: 'accepted' })
const FOR_IDLE = { what: 'idle' } as const
const toWait = waitInstead(accepted, FOR_IDLE)

it.each([
  ['is to wait, while the bot looks whether it has to', toWait, 'Held for a while, then edited to go out later.'],
  ['waits', startWaiting(toWait, FOR_IDLE, NOW), 'Held for a while, then edited to go out later.'],
  ['is about to go out', accepted, 'Held for a while, then sent.'],
  ['was sent', watching(), 'Held for a while, then sent.']
])('says what became of one that was held and %s', (_, followup, words) => {
  expect(asShown(heldNotice(followup)).split('\n')[0]).toBe(words)
})
