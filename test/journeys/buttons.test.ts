import { expect, it } from 'vitest'
import { startJourney } from '../support/journey.ts'
import { startWatching } from '../support/watched-job.ts'

const AS_ONE =
  'bot: *job_8f2* is idle; I’ve seen no separate work for this, so it was probably handled together with what came before. I’ll keep looking for a while.'

const STALE = 'Too late for that button: something has changed since. The card shows where things stand.'
const CARD = `⏳ *job_8f2* · working
>add examples
— example/shop on \`main\` · @Ana · since 14:00`

const STOPPED = `🔕 *job_8f2* · no longer watched
>add examples
— example/shop on \`main\` · @Ana · 2026-11-20 14:00`

const PULL_REQUEST = 'https://github.com/example/shop/pull/1'
const FINISHED = `✅ *job_8f2* · finished · pull request #1 (${PULL_REQUEST})
>add examples
— example/shop on \`main\` · @Ana · took 5 s`

const SEND_FOLLOW_UP = '[Send follow-up]'

const STOPPED_FOR_BEN =
  'bot: @Ana stopped watching *job_8f2* in this thread, for @Ben too. The agent keeps working. To hear of it again, press *Watch again* on the card.'

it('looks at once when somebody presses Check now, and says who did', async () => {
  const { slack, agent, ben, channel, cardTs, press, runDue, advance, card, looks, told, thread } =
    await startWatching()
  await advance(6_000)
  const before = looks()
  await press('check-now', { by: ben })
  await runDue()
  expect(looks()).toBe(before + 1)
  expect(card()).toBe(`${CARD}\n— Checked · @Ben 14:00\n[Check now] [Stop watching] [🔔 Tell me]`)
  expect(told(ben)).toEqual([])

  agent.finish('job_8f2')
  await press('check-now', { on: cardTs() })
  await runDue()
  expect(thread()).toHaveLength(1)
  expect(slack.messages(channel)).toHaveLength(2)
  await advance(120_000)
  expect(looks()).toBe(before + 2)
})

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

it('looks once when Check now is pressed twice in a row', async () => {
  const { ben, press, runDue, advance, looks, card } = await startWatching()
  await advance(6_000)
  const before = looks()
  await Promise.all([press('check-now'), press('check-now', { by: ben })])
  await runDue()
  expect(looks()).toBe(before + 1)
  expect(card()).toContain('— Checked · @')
})

it('stops and resumes the watch by button, and says who did', async () => {
  const { agent, ben, press, pressAndHear, advance, card, cardTs, looks, thread } = await startWatching()
  const on = cardTs()
  expect(await pressAndHear('stop-watching', { on, by: ben })).toBe(
    'I’ve stopped watching *job_8f2* in this thread. The agent keeps working: I can’t stop it.'
  )
  // Ana's client still shows the old buttons.
  expect(await pressAndHear('stop-watching', { on })).toBe(STALE)
  expect(await pressAndHear('check-now', { on })).toBe(STALE)
  await advance(2_000)
  expect(card()).toBe(`${STOPPED}\n— Stopped watching · @Ben 14:00\n[Watch again] ${SEND_FOLLOW_UP}`)
  const before = looks()
  await advance(120_000)
  expect(looks()).toBe(before)

  await press('keep-watching', { on })
  expect(await pressAndHear('keep-watching', { on })).toBe(STALE)
  await advance(1_000)
  expect(card()).toBe(`${CARD}\n— Watching again · @Ana 14:02\n[Check now] [Stop watching] [🔔 Tell me]`)
  agent.finish('job_8f2')
  await advance(30_000)
  expect(thread()).toHaveLength(2)
  expect(thread()[1]).toContain('bot, also in #docs: @Ana, *job_8f2* finished: pull request #1')
  expect(thread()[1]).toContain('— took 2 min ·')
})

it('resumes the watch for everybody in the thread, and they all hear the outcome', async () => {
  const { slack, agent, channel, ben, reply, press, pressAndHear, advance, card, thread } = await startWatching()
  await reply('shorten it')
  await advance(2_000)
  await pressAndHear('stop-watching')
  const { ts } = await reply('and add tests', { by: ben })
  await slack.remove({ channel, messageTs: ts })
  await advance(2_000)
  expect(card()).toContain('*job_8f2* · no longer watched')
  await press('keep-watching')
  await advance(2_000)
  expect(card()).toContain('*job_8f2* · working')
  agent.finish('job_8f2')
  await advance(180_000)
  expect(thread().map(line => line.split('\n')[0])).toEqual([
    'Ben: shorten it 📨',
    STOPPED_FOR_BEN,
    'bot, also in #docs: @Ana, *job_8f2* finished: pull request #1 (https://github.com/example/shop/pull/1) is ready.',
    AS_ONE
  ])
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

it('leaves the link and the next follow-up on the card of a finished thread, and acknowledges a press of a link', async () => {
  const { agent, advance, card, cardTs, slack, channel, ana, told } = await startWatching()
  agent.finish('job_8f2')
  await advance(10_000)
  expect(card()).toBe(`${FINISHED}\n[View pull request #1 → ${PULL_REQUEST}] ${SEND_FOLLOW_UP}`)
  const place = { user: ana, channel, messageTs: cardTs() }
  expect(await slack.press({ ...place, actionId: 'open-pull-request' })).toMatchObject({ acknowledged: true })
  expect(told(ana)).toEqual([])
})

it('answers in the thread where the button was pressed', async () => {
  const { slack, agent, channel, ben, cardTs, reply, press, pressAndHear, advance, find } = await startWatching()
  agent.fail('send', { status: 429, retryAfter: '600' })
  await reply('shorten it')
  await advance(2_000)
  const on = find('Not sent yet: ')
  await press('cancel', { on })
  expect(await pressAndHear('cancel', { on, by: ben })).toBe(STALE)
  expect(slack.ephemerals(channel, ben).at(-1)).toMatchObject({ thread_ts: cardTs() })
})
