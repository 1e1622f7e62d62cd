import { expect, it } from 'vitest'
import { closed, noLonger, open, startInDoubt } from '../support/send-in-doubt.ts'

const HOUR_MS = 3_600_000

it('takes back that there was no sign, once a later instruction is worked on', async () => {
  const { reply, advance, sleep, thread } = await startInDoubt(
    { kind: 'hang' },
    { id: 'job_8f2', status: 'completed', prLink: 'https://github.com/example/shop/pull/0', life: { worksMs: 60_000 } }
  )
  await sleep(11 * 60_000)
  await advance(2_000)
  expect(thread()[1]).toContain('there has been no sign for 10 minutes that *job_8f2* got this')
  await reply('shorten it')
  await advance(30_000)
  expect(thread()[0]).toContain('What the job did since may have been for another instruction.')
  expect(thread()[1]).toContain('I can’t tell whether *job_8f2* got this')
  await advance(60_000)
})

it('still needs a decision, and can be sent again once, after somebody stopped watching', async () => {
  const { agent, ana, press, pressAndHear, find, advance, thread, card, posts } = await startInDoubt(
    { kind: 'hang' },
    { id: 'job_8f2', life: { worksMs: 10_000 } }
  )
  await press('stop-watching')
  await advance(2_000)
  expect(card()).toContain('⚠️ *job_8f2* · maybe delivered, no longer watched')
  expect(card()).toContain('[Send again] [Watch again]')
  expect(thread()).toEqual([`${open('Stopped watching · @Ana 14:00')}\n[Send again]`])
  await press('send-again')
  await pressAndHear('send-again', { on: find('unclear'), by: ana })
  await advance(60_000)
  expect(thread()[0]).toBe(closed('Sent again · @Ana 14:00'))
  expect([posts(), agent.sends().length]).toEqual([2, 1])
})

it('stays left as it is when somebody stops watching and resumes', async () => {
  const { press, find, advance, thread, card } = await startInDoubt(
    { status: 500 },
    { id: 'job_8f2', life: { ends: 'never' } }
  )
  await press('leave-it', { on: find('maybe delivered:') })
  await press('stop-watching')
  await advance(2_000)
  expect(card()).toContain('🔕 *job_8f2* · no longer watched')
  expect(thread()).toEqual([open('Stopped watching · @Ana 14:00')])
  await press('keep-watching')
  await advance(2_000)
  expect(thread()).toEqual([open('Left as it is · @Ana 14:00')])
})

it('does not go on asking for a press of Send again that was made, after somebody had stopped watching and resumed', async () => {
  const { agent, find, press, advance, sleep, thread } = await startInDoubt(
    { kind: 'hang' },
    { id: 'job_8f2', status: 'completed', life: { worksMs: 10_000 } }
  )
  await press('stop-watching')
  await advance(2_000)
  await press('keep-watching')
  await sleep(11 * 60_000)
  await advance(2_000)
  expect(thread()[1]).toContain('If you still want it, press *Send again* above.')
  await press('send-again', { on: find('It’s unclear') })
  await advance(30_000)
  expect(thread()[1]).toBe(noLonger('Sent again · @Ana 14:11'))
  expect(agent.sends()).toHaveLength(1)
})

it('can still be sent again, once, when it is watched no longer after a day', async () => {
  const { agent, command, find, press, pressAndHear, advance, sleep, thread, card, posts } = await startInDoubt(
    { kind: 'hang' },
    { id: 'job_8f2', status: 'active' }
  )
  await sleep(24 * HOUR_MS)
  await advance(2_000)
  expect(await command('list')).toContain('yours elsewhere: ⚠️ 1 needs a decision.')
  expect(card()).toMatch(
    /^⚠️ \*job_8f2\* · maybe delivered, no longer watched\n[\s\S]*\n— It didn’t finish within 24 hours\.\n\[Send again] \[Watch again]$/
  )
  expect(thread()).toEqual([
    `${open('Not finished within 24 hours.')}\n[Send again]`,
    'bot: @Ana, *job_8f2* hasn’t finished within 24 hours, so I’ve stopped watching. I can’t tell whether it got this. If you still want it, press *Send again* above.\n[Keep watching]'
  ])
  await press('keep-watching', { on: find('hasn’t finished') })
  await advance(2_000)
  await press('send-again', { on: find('maybe delivered:') })
  expect(await pressAndHear('send-again', { on: find('maybe delivered:') })).toContain('Too late for that button')
  await advance(2_000)
  expect(thread()).toEqual([
    closed('Sent again · @Ana 14:00'),
    'bot: @Ana, *job_8f2* hadn’t finished within 24 hours, so I’d stopped watching.\n— Watching again · @Ana 14:00'
  ])
  expect([posts(), agent.sends().length]).toEqual([2, 1])
})
