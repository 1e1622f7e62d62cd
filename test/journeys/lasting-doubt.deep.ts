import { expect, it } from 'vitest'
import { closed, noLonger, open, startInDoubt } from '../support/send-in-doubt.ts'
import { startWatching } from '../support/watched-job.ts'

const HOUR_MS = 3_600_000

it('can still be sent again, once, when it is watched no longer after a day', async () => {
  const { agent, command, find, press, pressAndHear, advance, sleep, thread, card, posts } = await startInDoubt(
    { kind: 'hang' },
    { id: 'job_8f2', status: 'active' }
  )
  await sleep(24 * HOUR_MS)
  await advance(2_000)
  expect(await command('list')).toContain('yours elsewhere: ⚠️ 1 needs a decision.')
  expect(card()).toMatch(
    /^⚠️ \*job_8f2\* · needs you: maybe delivered, no longer watched\n[\s\S]*\n— It didn’t finish within 24 hours\.\n\[Send again]$/
  )
  expect(thread()).toEqual([
    `${open('Not finished within 24 hours.')}\n[Send again]`,
    'bot: @Ana, *job_8f2* hasn’t finished within 24 hours, so I’ve stopped watching. I can’t tell whether it got this. If you still want it, press *Send again* above.'
  ])
  const on = find('It’s unclear')
  await press('send-again', { on })
  expect(await pressAndHear('send-again', { on })).toContain('Too late for that button')
  await advance(2_000)
  expect(thread()).toEqual([closed('Sent again · @Ana 14:00'), noLonger('Sent again · @Ana 14:00')])
  expect([posts(), agent.sends().length]).toEqual([2, 1])
})

it('warns only while a person has to decide', async () => {
  const { slack, agent, channel, reply, press, advance, find } = await startWatching()
  const marks = (ts: string) => slack.reactions(channel, ts).map(({ name }) => name)
  agent.fail('send', { status: 500 })
  const { ts } = await reply('shorten it')
  await advance(3_000)
  expect(marks(ts)).toEqual(['warning'])
  await press('leave-it', { on: find('maybe delivered: ') })
  await advance(3_000)
  expect(marks(ts)).toEqual(['eyes'])
})
