import { expect, it } from 'vitest'
import { startJourney } from '../support/journey.ts'
import { closed, finished, noLonger, open, startInDoubt } from '../support/send-in-doubt.ts'

it('turns doubt into a result when the job works on it', async () => {
  const { advance, thread, card, posts } = await startInDoubt(
    { kind: 'reset after processing' },
    { id: 'job_8f2', life: { worksMs: 10_000 } }
  )
  await advance(60_000)
  expect(thread()).toEqual([closed('It did: the result is in this thread.'), finished()])
  expect(card()).toContain('✅ *job_8f2* · ready for review')
  expect(posts()).toBe(1)
})

it('sends again when a person says so, once however often they press', async () => {
  const { agent, slack, channel, find, press, pressAndHear, advance, thread, card, posts } = await startInDoubt(
    { status: 500 },
    { id: 'job_8f2', life: { worksMs: 10_000 } }
  )
  const notice = find('maybe delivered:')
  // Two people press before either sees the other's press.
  await press('send-again', { on: notice, by: 'U0BEN' })
  expect(await pressAndHear('send-again', { on: notice })).toBe(
    'Too late for that button: something has changed since. The card shows where things stand.'
  )
  await advance(2_000)
  expect(thread()).toEqual([closed('Sent again · @Ben 14:00')])
  expect(slack.message(channel, notice)?.text).not.toContain('Send again')
  await advance(60_000)
  expect(thread()).toEqual([closed('Sent again · @Ben 14:00'), finished()])
  expect(card()).toContain('✅ *job_8f2* · ready for review')
  expect([posts(), agent.sends().length]).toEqual([2, 1])
})

it('leaves it when a person says so', async () => {
  const { find, press, advance, thread, card, posts } = await startInDoubt(
    { status: 500 },
    { id: 'job_8f2', life: { ends: 'never' } }
  )
  await press('leave-it', { on: find('maybe delivered:') })
  await advance(2_000)
  expect(thread()).toEqual([open('Left as it is · @Ana 14:00')])
  expect(card()).toContain('⏳ *job_8f2* · maybe delivered')
  expect(posts()).toBe(1)
})

it('stops watching after ten minutes without a sign, and still offers to send it again once', async () => {
  const { agent, find, press, pressAndHear, advance, sleep, thread, card, posts } = await startInDoubt(
    { kind: 'hang' },
    { id: 'job_8f2', status: 'completed', prLink: 'https://github.com/example/shop/pull/0', life: { worksMs: 10_000 } }
  )
  await sleep(11 * 60_000)
  await advance(2_000)
  const told =
    'bot: @Ana, there has been no sign for 10 minutes that *job_8f2* got this, so I’ve stopped watching. If you still want it, press *Send again* above.'
  expect(thread()).toEqual([`${open('No sign of it in the job.')}\n[Send again]`, told])
  expect(card()).toContain('⚠️ *job_8f2* · needs you: maybe delivered, no longer watched')

  const notice = find('It’s unclear')
  await press('send-again', { on: notice })
  await pressAndHear('send-again', { on: notice })
  await advance(60_000)
  expect(thread().slice(0, 2)).toEqual([closed('Sent again · @Ana 14:11'), noLonger('Sent again · @Ana 14:11')])
  expect(thread()[2]).toContain('*job_8f2* finished, now on pull request #1')
  expect([posts(), agent.sends().length]).toEqual([2, 1])
})

it('shows on the card that a command may not have arrived, and sends it again from there', async () => {
  const journey = await startJourney()
  const { agent, command, advance, press, card, thread, posts, cardTs } = journey
  agent.addJob({
    id: 'job_8f2',
    status: 'completed',
    life: { worksMs: 60_000, pullRequest: 'https://github.com/acme/docs/pull/2' }
  })
  agent.fail('send', { status: 500 })
  await command('job_8f2 add examples')
  await advance(2_000)
  expect(card()).toContain('— The agent answered with an error. Send it again only if it’s safe to do twice.\n')
  expect(card()).toContain('[Send again] [Leave it] [Check now]')
  await press('send-again', { on: cardTs() })
  await advance(120_000)
  expect(posts()).toBe(2)
  expect(card()).not.toContain('Send again')
  expect(thread().at(-1)).toContain('@Ana, *job_8f2* finished')
})
