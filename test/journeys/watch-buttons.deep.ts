import { expect, it } from 'vitest'
import { startJourney } from '../support/journey.ts'
import { AS_ONE, CARD, STOPPED, STOPPED_FOR_BEN } from '../support/watch-cards.ts'
import { startWatching } from '../support/watched-job.ts'

const SEND_FOLLOW_UP = '[Send follow-up]'

it('says that it looks again when a check finds the job idle, too soon to be sure', async () => {
  const { agent, press, runDue, advance, card } = await startWatching()
  await advance(2_000)
  agent.finish('job_8f2', { prLink: null })
  await press('check-now')
  await runDue()
  expect(card()).toContain('— Checked: it was idle. I’ll look again to be sure · @Ana 14:00')
  await advance(60_000)
  expect(card()).not.toContain('look again')
})

it('looks also while Slack does not say whether the bot is still in the channel', async () => {
  const { slack, channel, ana, cardTs, advance, runDue, looks } = await startWatching()
  await advance(6_000)
  const before = looks()
  slack.fail('conversations.info', { delayMs: 4_000 })
  const pressed = { user: ana, channel, messageTs: cardTs(), actionId: 'check-now' }
  expect(await slack.press(pressed)).toMatchObject({ acknowledged: true })
  await runDue()
  expect(looks()).toBe(before + 1)
})

it('says until when it waits instead of checking, and leaves the card as it is', async () => {
  const { agent, ben, press, pressAndHear, advance, card, runDue } = await startWatching()
  agent.fail('read', { status: 429, retryAfter: '3600' })
  await advance(6_000)
  expect(await pressAndHear('check-now', { by: ben })).toBe(
    'Not checked: the agent is busy. I’ll look at *job_8f2* again at about 15:00.'
  )
  await runDue()
  expect(card()).toBe(`${CARD}\n[Check now] [Stop watching] [🔔 Tell me]`)
  await advance(3_700_000)
  await press('check-now')
  await runDue()
  expect(card()).toBe(
    `${CARD}, still working at 15:01\n— Checked · @Ana 15:01\n[Check now] [Stop watching] [🔔 Tell me]`
  )
})

it('does not stay at “checking” when the watch is stopped before the look', async () => {
  const { press, pressAndHear, runDue, card } = await startWatching()
  await press('check-now')
  await pressAndHear('stop-watching')
  await runDue()
  expect(card()).toBe(`${STOPPED}\n— Stopped watching · @Ana 14:00\n[Watch again] ${SEND_FOLLOW_UP}`)
})

it('says when a look failed, and offers another', async () => {
  const { agent, press, runDue, advance, card, thread } = await startWatching()
  await advance(1_000)
  agent.fail('read', { status: 500, times: 'until cleared' })
  await press('check-now')
  await runDue()
  expect(card()).toBe(`${CARD}\n— Could not check · @Ana 14:00\n[Check now] [Stop watching] [🔔 Tell me]`)
  expect(thread()).toEqual([])
  agent.clearFaults()
  await press('check-now')
  await runDue()
  expect(card()).toBe(`${CARD}\n— Checked · @Ana 14:00\n[Check now] [Stop watching] [🔔 Tell me]`)
})

it('leaves alone a watch that was stopped earlier when the last one is resumed', async () => {
  const { agent, reply, press, pressAndHear, advance, thread } = await startWatching()
  await pressAndHear('stop-watching')
  await advance(60_000)
  await reply('shorten it')
  await advance(2_000)
  await pressAndHear('stop-watching')
  await advance(2_000)
  await press('keep-watching')
  agent.finish('job_8f2')
  await advance(180_000)
  expect(thread().map(line => line.split('\n')[0])).toEqual([
    'Ben: shorten it 📨',
    STOPPED_FOR_BEN,
    // Ana was told nothing about the earlier work, so its pull request is reported here.
    AS_ONE.replace('before. ', 'before. It left pull request #1 (https://github.com/example/shop/pull/1). ')
  ])
})

it('does not take an old result for news after the watch is resumed', async () => {
  const journey = await startJourney()
  const { agent, command, runDue, sleep, press, pressAndHear, advance, thread, card, find } = journey
  agent.addJob({ id: 'job_8f2', status: 'completed', prLink: 'https://github.com/acme/docs/pull/1' })
  agent.fail('send', { status: 500 })
  await command('job_8f2 add examples')
  await runDue()
  await pressAndHear('stop-watching')
  await sleep(200_000)
  await press('keep-watching')
  await advance(120_000)
  expect(card()).toContain('*job_8f2* · maybe delivered')
  expect(thread()).toHaveLength(1)
  // It is still in doubt, and can still be sent again.
  await press('send-again', { on: find('maybe delivered:') })
  await advance(3_000)
  expect(agent.sends()).toHaveLength(1)
})
