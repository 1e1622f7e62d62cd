import { expect, it } from 'vitest'
import { startWaiting } from '../../../src/followups/model/decide-wait.ts'
import type { Wait } from '../../../src/followups/model/wait.ts'
import { drawNotice } from '../../../src/followups/views/notices.ts'
import { asShown } from '../../support/as-shown.ts'
import { deferredIn, NOW } from '../a-followup.ts'

it.each<[string, Wait, string]>([
  ['its job', { why: 'idle' }, 'Follow-up from @Ana, waiting until the job is idle:'],
  ['its time to undo', { why: 'undo', untilMs: NOW + 10_000 }, 'Follow-up from @Ana:']
])(
  'says what an instruction from outside the thread waits for, unless that is only its time to undo: %s',
  (_, wait, words) => {
    const followup = startWaiting(deferredIn(wait), NOW)
    expect(asShown(drawNotice('typed', followup) ?? { text: '' }).split('\n')[0]).toBe(words)
  }
)
