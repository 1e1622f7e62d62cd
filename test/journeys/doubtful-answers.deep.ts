import { describe, expect, it } from 'vitest'
import type { Fault } from '../../sandbox/agent/fault.ts'
import { startJourney } from '../support/journey.ts'

const TOO_SLOW = 'the agent didn’t answer in time'
const CUT_OFF = 'the connection broke before the agent answered'
const SERVER_ERROR = 'the agent answered with an error'
const UNREADABLE = 'I couldn’t make sense of the agent’s answer'

const doubt = (why: string) =>
  `bot: @Ana, maybe delivered: ${why}. I’m watching *job_8f2* for a sign of it. Send it again only if it’s safe to do twice.\n>add examples\n[Send again] [Leave it]`

const REST = 'idle'
const WORK = 'working'
const DOUBTS: [string, Fault, string, string][] = [
  ['a reset before it is read', { kind: 'reset before read' }, CUT_OFF, REST],
  ['a reset after it was taken', { kind: 'reset after processing' }, CUT_OFF, WORK],
  ['an answer cut off in the middle', { kind: 'cut mid-body' }, CUT_OFF, WORK],
  ['no answer at all', { kind: 'hang' }, TOO_SLOW, REST],
  ['headers that take too long', { kind: 'slow headers', delayMs: 5_000 }, TOO_SLOW, WORK],
  ['a body that takes too long', { kind: 'slow body', delayMs: 5_000 }, TOO_SLOW, WORK],
  ['a 500', { status: 500 }, SERVER_ERROR, REST],
  ['a 502 in HTML', { kind: 'html 502' }, SERVER_ERROR, REST],
  ['a 503 with Retry-After', { status: 503, retryAfter: '1' }, SERVER_ERROR, REST],
  ['an empty 200', { kind: 'empty 200' }, UNREADABLE, WORK],
  ['JSON that ends too early', { kind: 'malformed json' }, UNREADABLE, WORK],
  ['a sign-in page', { kind: 'html 200' }, UNREADABLE, REST],
  ['an answer of more than 1 MB', { kind: 'huge body', bytes: 2_000_000 }, UNREADABLE, WORK]
]

describe.each(DOUBTS)('an instruction that the agent service answers with %s', (_, fault, why, doing) => {
  it('is maybe delivered, and never sent again without a person', async () => {
    const { agent, command, runDue, advance, card, thread, posts } = await startJourney()
    agent.addJob({ id: 'job_8f2', life: { ends: 'never' } })
    agent.fail('send', fault)
    await command('job_8f2 add examples')
    await runDue()
    await advance(60_000)
    expect(thread()).toEqual([doubt(why)])
    expect(card()).toContain(`⚠️ *job_8f2* · maybe delivered\nThe job itself is ${doing}.\n>add examples`)
    expect(posts()).toBe(1)
  })
})
