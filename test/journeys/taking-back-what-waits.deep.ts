import { expect, it } from 'vitest'
import { BUTTONS, finish, startWithWaiting, WAITS } from '../support/waiting-reply.ts'
import { startWatching } from '../support/watched-job.ts'

it('sends what waits now, once, when somebody says so', async () => {
  const { ana, press, pressAndHear, find, advance, later, thread } = await startWithWaiting()
  const on = find('Not sent yet:')
  await press('send-now', { on, by: ana })
  expect(await pressAndHear('send-now', { on, by: ana })).toMatch(/^Too late for that button/)
  await advance(3_000)
  expect(later()).toEqual(['run the tests'])
  expect(thread()).toEqual([
    'Ben: when idle: run the tests 📨',
    'bot: No longer waiting.\n>run the tests\n— Sent now · @Ana 14:00'
  ])
})

it('cancels what waits', async () => {
  const journey = await startWithWaiting()
  const { ana, press, find, later, thread, advance } = journey
  await press('cancel', { on: find('Not sent yet:'), by: ana })
  await advance(2_000)
  expect(thread()).toEqual([
    'Ben: when idle: run the tests',
    'bot: Waited, then cancelled before it was sent · @Ana 14:00\n>run the tests'
  ])
  await finish(journey)
  expect(later()).toEqual([])
})

it('does not send a reply that is deleted while it waits', async () => {
  const journey = await startWithWaiting(undefined, ['reactions.remove message_not_found'])
  await journey.slack.remove({ channel: journey.channel, messageTs: journey.ts })
  await finish(journey)
  expect(journey.later()).toEqual([])
})

it('counts from the edit a time that is added to one that has been held for longer', async () => {
  const { agent, slack, channel, ben: user, reply, advance, sleep, thread, later } = await startWatching()
  agent.fail('send', { status: 429, retryAfter: '7200' })
  const { ts: messageTs } = await reply('run the tests')
  await advance(3_000)
  await sleep(90 * 60_000)
  await slack.edit({ user, channel, messageTs, text: 'in 1 hour: run the tests' })
  await advance(3_000)
  expect(thread().at(-1)).toContain('Not sent yet: waiting until 2026-11-20 16:30.')
  expect(later()).toEqual([])
})

it('takes “today” in an edit for the day of the edit', async () => {
  const {
    slack,
    channel,
    ben: user,
    ts: messageTs,
    sleep,
    advance,
    thread
  } = await startWithWaiting('in 2 days: run the tests')
  // It is nine in the morning where Ben is, an hour ahead of UTC.
  await sleep(18 * 60 * 60_000)
  await slack.edit({ user, channel, messageTs, text: 'today at 10: run the tests' })
  await advance(3_000)
  expect(thread().at(-1)).toContain('Not sent yet: waiting until 2026-11-21 09:00')
})

it('takes an edit of what waits: its words, or when it goes out', async () => {
  const journey = await startWithWaiting()
  const { slack, channel, ben: user, ts: messageTs, advance, thread, later, told } = journey
  const edit = async (text: string) => {
    await slack.edit({ user, channel, messageTs, text })
    await advance(3_000)
  }
  await edit('when idle: run all tests')
  expect(thread().at(-1)).toBe(`bot: ${WAITS}\n>run all tests\n${BUTTONS}`)
  await edit('at 18:00: run all tests')
  expect(thread().at(-1)).toBe(`bot: Not sent yet: waiting until 2026-11-20 17:00.\n>run all tests\n${BUTTONS}`)
  await edit('in 9 days: run all tests')
  expect(told(user)).toEqual([
    'Not sent: I can keep an instruction for 7 days at most.\n>in 9 days: run all tests\n[Open the form]'
  ])
  await edit('run all tests')
  expect(later()).toEqual(['run all tests'])
  expect(thread()[0]).toBe('Ben: run all tests 📨')
})

it('sends nothing that waits under a card that is deleted', async () => {
  const journey = await startWithWaiting(undefined, ['chat.update cant_update_message'])
  const { slack, channel, cardTs, ben, direct, later } = journey
  await slack.remove({ channel, messageTs: cardTs() })
  await finish(journey)
  expect(later()).toEqual([])
  expect(direct(ben)).toEqual([expect.stringMatching(/^Not sent to \*job_8f2\*: its card/)])
})

it('shows what waits in every list', async () => {
  const { ana, slack, command, advance } = await startWithWaiting()
  await slack.openHome({ user: ana })
  await command('job_8f2 when idle: check the links')
  await advance(2_000)
  const WAITING = '⏰ waiting until the job is idle'
  expect(await command('status job_8f2')).toContain(`| “run the tests” | ${WAITING} |`)
  expect(await command('list')).toContain('⏳ 1 running')
  await advance(10_000)
  expect(JSON.stringify(slack.homeOf(ana)?.blocks)).toMatch(/waiting until the job is idle.*check the links.*Send now/)
})
