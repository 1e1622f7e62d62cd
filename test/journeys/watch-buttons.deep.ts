import { expect, it } from 'vitest'
import { CARD } from '../support/watch-cards.ts'
import { startWatching } from '../support/watched-job.ts'

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
  expect(card()).toBe(`${CARD}\n[Check now] [🔔 Tell me]`)
  await advance(3_700_000)
  await press('check-now')
  await runDue()
  expect(card()).toBe(`${CARD}, still working at 15:01\n— Checked · @Ana 15:01\n[Check now] [🔔 Tell me]`)
})

it('says when a look failed, and offers another', async () => {
  const { agent, press, runDue, advance, card, thread } = await startWatching()
  await advance(1_000)
  agent.fail('read', { status: 500, times: 'until cleared' })
  await press('check-now')
  await runDue()
  expect(card()).toBe(`${CARD}\n— Could not check · @Ana 14:00\n[Check now] [🔔 Tell me]`)
  expect(thread()).toEqual([])
  agent.clearFaults()
  await press('check-now')
  await runDue()
  expect(card()).toBe(`${CARD}\n— Checked · @Ana 14:00\n[Check now] [🔔 Tell me]`)
})
