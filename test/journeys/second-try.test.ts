import { expect, it } from 'vitest'
import type { Fault } from '../../sandbox/agent/fault.ts'
import { type JourneyOptions, startWatching } from '../support/journey.ts'

const MINUTE = 60_000
const BOT = '<@U0AGENTBOT>'
const REFUSES = ['The agent service refuses requests from this bot']

/** Ben's reply may have arrived, and Ana sends it again. */
async function startSecondTry(options: JourneyOptions, fault?: Fault, files = 0) {
  const journey = await startWatching(options)
  const { agent, ben, reply, find, press, advance } = journey
  agent.finish('job_8f2', { prLink: null })
  await advance(MINUTE)
  agent.fail('send', { kind: 'reset after processing' })
  const { ts } = await reply('drop the tables', { by: ben, files })
  await advance(5_000)
  if (fault) agent.fail('send', fault)
  await press('send-again', { on: find('maybe delivered:') })
  await advance(5_000)
  return { ...journey, ts }
}

it('says of a second try that is refused that the first may have arrived', async () => {
  const { thread, command } = await startSecondTry({ errors: REFUSES }, { status: 403 })
  expect(thread().at(-1)).toMatch(/^bot: @Ben, maybe delivered, but not sent again: I’m not allowed to use that job\. /)
  expect(await command('status job_8f2')).toContain('❌ maybe delivered, but not sent again')
  expect(await command('list')).toContain('✅ finished · *job_8f2*')
})

it('says of a second try that is cancelled that there was a first', async () => {
  const { ben, press, find, advance, thread } = await startSecondTry({ hourlyLimit: 2 })
  await press('cancel', { on: find('Not sent again yet'), by: ben })
  await advance(5_000)
  expect(thread().at(-1)).toContain('A follow-up was cancelled before it was sent again · @Ben')
})

type Change = (journey: Awaited<ReturnType<typeof startSecondTry>>) => Promise<unknown>

it.each<[string, Change]>([
  ['is edited', ({ edit, ts }) => edit(ts, 'drop the tables!')],
  ['loses its file', ({ slack, channel, ts }) => slack.removeFiles({ channel, messageTs: ts })]
])(
  'says that the first may have arrived if the message of a second try %s before that is refused',
  async (_, change) => {
    const journey = await startSecondTry({ errors: REFUSES, hourlyLimit: 2 }, undefined, 1)
    const { agent, advance, sleep, thread, sent } = journey
    await change(journey)
    await advance(5_000)
    agent.fail('send', { status: 403 })
    await sleep(61 * MINUTE)
    await advance(MINUTE)
    expect(thread().at(-1)).toMatch(
      /^bot: @Ben, maybe delivered, but not sent again: I’m not allowed to use that job\. /
    )
    expect(sent()).toEqual(['add examples', 'drop the tables'])
  }
)

it('says of a second try behind what is held that it is not sent again yet', async () => {
  const { agent, ben, reply, tell, find, press, advance, command } = await startWatching({ hourlyLimit: 2 })
  agent.finish('job_8f2', { prLink: null })
  await advance(MINUTE)
  agent.fail('send', { kind: 'reset after processing' })
  await reply('drop the tables', { by: ben })
  await advance(5_000)
  await tell('shorten it')
  await press('send-again', { on: find('maybe delivered:') })
  expect(await command('status job_8f2')).toContain('⏳ not sent again yet')
})

it('does not send a second try whose message is deleted', async () => {
  const refusals = ['reactions.remove message_not_found']
  const { ts, remove, sleep, advance, command, sent } = await startSecondTry({ hourlyLimit: 2, refusals })
  await remove(ts)
  expect(await command('status job_8f2')).toMatch(/🚫 maybe delivered, but not sent again.*\ntaken back · @Ben/)
  await sleep(61 * MINUTE)
  await advance(MINUTE)
  expect(sent()).toEqual(['add examples', 'drop the tables'])
})

it('says directly, once the card is deleted, that a second try is not sent', async () => {
  const refusals = ['chat.update cant_update_message']
  const { ben, remove, cardTs, direct } = await startSecondTry({ hourlyLimit: 2, refusals })
  await remove(cardTs())
  expect(direct(ben).join()).toContain('Not sent again to *job_8f2*: ')
})

it('says that what is tried again was not delivered, though it had been sent again before', async () => {
  const { agent, ben, press, find, advance, thread } = await startSecondTry({ errors: REFUSES })
  agent.failJob('job_8f2')
  await advance(MINUTE)
  agent.fail('send', { status: 403 })
  await press('try-again', { on: find('failed.'), by: ben })
  await advance(MINUTE)
  expect(thread().at(-1)).toMatch(/^bot: @Ben, not delivered: I’m not allowed to use that job\. /)
})

it.each<[string, string, JourneyOptions, (Fault | 'cancelled')?]>([
  ['that waits', 'drop the views', { hourlyLimit: 2 }],
  ['that was cancelled', 'drop the views', { hourlyLimit: 2 }, 'cancelled'],
  ['that was refused', 'drop the views', { errors: REFUSES }, { status: 403 }],
  ['that was refused, with the same words', `${BOT} drop the tables`, { errors: REFUSES }, { status: 403 }]
])('gives back an edit of a second try %s, as the first may have arrived', async (_, words, options, end) => {
  const fault = end === 'cancelled' ? undefined : end
  const { ben, press, find, edit, ts, sleep, advance, told, sent } = await startSecondTry(options, fault)
  if (end === 'cancelled') await press('cancel', { on: find('Not sent again yet'), by: ben })
  const first = sent()
  await edit(ts, words)
  expect(told(ben)).toEqual([expect.stringMatching(/^Not sent: the agent may already have your earlier words\./)])
  await sleep(61 * MINUTE)
  await advance(MINUTE)
  expect(sent()).toEqual(end ? first : [...first, 'drop the tables'])
})

it.each<[string, JourneyOptions, RegExp[], Fault?]>([
  ['waits', { hourlyLimit: 2 }, [/^Not sent: the agent may already have your earlier words, without build\.log\./]],
  ['was refused', { errors: REFUSES }, [], { status: 403 }]
])(
  'sends nothing once more when Slack tells of the message of one that %s again, with its file',
  async (_, options, hears, fault) => {
    const { agent, slack, channel, ben, press, find, advance, told, later } = await startWatching(options)
    agent.finish('job_8f2', { prLink: null })
    await advance(MINUTE)
    slack.hold()
    await slack.say({
      user: ben,
      channel,
      text: `${BOT} job_8f2 fix it`,
      files: [{ name: 'build.log', content: 'oops' }]
    })
    await slack.release(held => held.filter(({ payload }) => JSON.stringify(payload).includes('app_mention')))
    agent.fail('send', { kind: 'reset after processing' })
    await advance(5_000)
    if (fault) agent.fail('send', fault)
    await press('send-again', { on: find('maybe delivered:') })
    await advance(5_000)
    const heard = told(ben).length
    await slack.release()
    await advance(5_000)
    expect([later(), told(ben).slice(heard)]).toEqual([['fix it'], hears.map(words => expect.stringMatching(words))])
  }
)

it('keeps refused what Slack tells of again, with its file or without', async () => {
  const { slack, channel, ana, ben, choose, advance, told, sent } = await startWatching()
  slack.hold()
  const { ts } = await slack.say({
    user: ben,
    channel,
    text: `${BOT} fix it`,
    files: [{ name: 'build.log', content: 'oops' }]
  })
  await slack.release(held => held.filter(({ payload }) => JSON.stringify(payload).includes('app_mention')))
  await advance(5_000)
  expect(told(ben).at(-1)).toMatch(/^Not sent: which job is it for/)
  await choose(ana, { 'default-job': 'job_8f2' })
  slack.fail('chat.postEphemeral', { kind: 'reset after processing', times: 1 })
  await slack.release()
  await advance(1_000)
  expect(told(ben).at(-1)).toMatch(/^Not sent: it couldn’t go out/)
  await slack.removeFiles({ channel, messageTs: ts })
  await slack.deliveriesDone()
  await advance(2 * MINUTE)
  expect([sent(), told(ben).at(-1)]).toEqual([['add examples'], expect.stringMatching(/^Not sent: it couldn’t go out/)])
})

it('goes on though Slack does not take the answer to an edit of a second try', async () => {
  const { slack, ts, edit, tell, sleep, advance, later } = await startSecondTry({ hourlyLimit: 2 })
  slack.fail('chat.postEphemeral', { kind: 'reset after processing', times: 'until cleared' })
  await edit(ts, 'drop the tables, please')
  await tell('and the views')
  await sleep(61 * MINUTE)
  await advance(5 * MINUTE)
  expect(later()).toEqual(['drop the tables', 'drop the tables', 'and the views'])
})
