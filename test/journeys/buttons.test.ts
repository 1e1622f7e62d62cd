import { expect, it } from 'vitest'
import { AS_ONE, CARD, STOPPED, STOPPED_FOR_BEN } from '../support/watch-cards.ts'
import { startWatching } from '../support/watched-job.ts'

const STALE = 'Too late for that button: something has changed since. The card shows where things stand.'
const PULL_REQUEST = 'https://github.com/example/shop/pull/1'
const FINISHED = `✅ *job_8f2* · finished · pull request #1 (${PULL_REQUEST})
>add examples
— example/shop on \`main\` · @Ana · took 5 s`

const SEND_FOLLOW_UP = '[Send follow-up]'

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
