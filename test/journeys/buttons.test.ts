import { expect, it } from 'vitest'
import { CARD } from '../support/watch-cards.ts'
import { startWatching } from '../support/watched-job.ts'

const STALE = 'Too late for that button: something has changed since. The card shows where things stand.'
const PULL_REQUEST = 'https://github.com/example/shop/pull/1'
const FINISHED = `✅ *job_8f2* · ready for review · pull request #1 (${PULL_REQUEST})
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
  expect(card()).toBe(`${CARD}\n— Checked · @Ben 14:00\n[Check now] [🔔 Tell me]`)
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
