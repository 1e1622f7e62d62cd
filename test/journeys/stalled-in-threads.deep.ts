import { expect, it } from 'vitest'
import { startLongWork } from '../support/long-work.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

it('stops watching where it asked, and says there who did', async () => {
  const { ben, press, pressAndHear, find, advance, thread, card, told } = await startLongWork()
  await advance(19 * MINUTE)
  const on = find('still working after')
  expect(await pressAndHear('stop-watching', { on, by: ben })).toContain('I’ve stopped watching *job_8f2*')
  // Somebody still has the question on their screen.
  await press('keep-on', { on })
  await advance(MINUTE)
  expect(told()).toEqual(['Too late for that button: something has changed since. The card shows where things stand.'])
  expect(thread()[0]).toContain('*job_8f2* was still working after 17 min')
  expect(thread()[0]).toContain('— Stopped watching · @Ben 14:19')
  expect(card()).toContain('no longer watched')
})

it('asks in a thread about several instructions at once', async () => {
  const { reply, advance, pass, thread } = await startLongWork()
  await advance(MINUTE)
  await reply('shorten them')
  await advance(MINUTE)
  // Nobody looks for a while.
  await pass(HOUR)
  await advance(2 * MINUTE)
  expect(thread()).toEqual([
    'Ben: shorten them 📨',
    'bot: @Ana @Ben, *job_8f2* is still working after 1 h 2 min; usually it’s done in 5–6 min.\n[Keep watching] [Stop watching]'
  ])
})

it('says nothing about work that has ended by the time the bot is back', async () => {
  const { agent, pass, restart, advance, thread } = await startLongWork()
  await advance(MINUTE)
  await pass(30 * MINUTE)
  agent.finish('job_8f2')
  await pass(10 * MINUTE)
  await restart()
  await advance(MINUTE)
  expect(thread()).toHaveLength(1)
  expect(thread()[0]).toContain('@Ana, *job_8f2* finished')
})
