import { expect, it } from 'vitest'
import { startJourney, startWatching } from '../support/journey.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

it('does not send what waited for days while the bot was off, and says so', async () => {
  const { tell, sleep, advance, thread, sent, restart } = await startWatching({ hourlyLimit: 1 })
  await tell('shorten it')
  await restart()
  await sleep(3 * 24 * HOUR)
  await advance(2_000)
  const why = 'I couldn’t send this within a day, so I stopped trying. Send it again if you still want it.'
  expect(thread().at(-1)).toBe(`bot: @Ben, not delivered: ${why}\n>shorten it\n[Open the form]`)
  expect(sent()).toEqual(['add examples'])
})

it.each([
  ['reply', '', 'shorten it'],
  ['reply that was edited at once', '', 'shorten them'],
  ['mention', '<@U0AGENTBOT> job_8f2 ', 'shorten it']
])('does not send a %s that nobody read for days, and says so', async (_, address, first) => {
  const { slack, channel, ben, cardTs, pass, advance, sent, thread } = await startWatching()
  slack.hold()
  const place = { channel, ...(address === '' && { threadTs: cardTs() }) }
  const { ts: messageTs } = await slack.say({ user: ben, text: `${address}${first}`, ...place })
  if (first !== 'shorten it') await slack.edit({ user: ben, channel, messageTs, text: 'shorten it' })
  await slack.release(held => held.toReversed())
  await pass(3 * 24 * HOUR)
  await advance(2_000)
  expect([sent(), thread().at(-1)]).toEqual([
    ['add examples'],
    expect.stringMatching(/^bot: @Ben, not delivered: I couldn’t send this within a day.*\n>shorten it\n/)
  ])
})

it('does not send a reply that Slack tells of days late, and says so', async () => {
  const { slack, reply, pass, runDue, advance, sent, thread } = await startWatching()
  slack.hold()
  await reply('shorten it')
  await pass(3 * 24 * HOUR)
  await slack.release()
  await runDue()
  await advance(2_000)
  expect([sent(), thread().at(-1)]).toEqual([
    ['add examples'],
    expect.stringMatching(/^bot: @Ben, not delivered: I couldn’t send this within a day.*\n>shorten it\n/)
  ])
})

it('sends both of two follow-ups of the same millisecond, one an hour', async () => {
  const { command, job, runDue, advance, sleep, sent } = await startJourney({ hourlyLimit: 1 })
  for (const id of ['job_a', 'job_b', 'job_c']) job(id)
  await command('job_a first')
  await runDue()
  await advance(MINUTE)
  await command('job_b second')
  await command('job_c third')
  for (const sends of [2, 3]) {
    await sleep(61 * MINUTE)
    await advance(3_000)
    expect(sent()).toHaveLength(sends)
  }
  expect(sent()).toEqual(['first', 'second', 'third'])
})

it.each([
  ['leaps six hours ahead', 6 * HOUR],
  ['steps ten minutes back', -10 * MINUTE]
])('tells everybody once and sends nothing twice when the clock %s', async (_, jumpMs) => {
  const { agent, sleep, tell, advance, thread, sent, posts } = await startWatching({ hourlyLimit: 2 })
  await advance(MINUTE)
  await sleep(jumpMs)
  await tell('shorten it')
  await advance(MINUTE)
  agent.finish('job_8f2')
  await advance(16 * MINUTE)
  expect([sent(), posts()]).toEqual([['add examples', 'shorten it'], 2])
  const results = thread().slice(1).join('\n')
  expect(results.match(/@\w+(?=.*\*job_8f2\* finished)/g)?.toSorted()).toEqual(['@Ana', '@Ben'])
})

it.each([-30, -10, -2, 0, 2, 10, 30])('looks as often and sends as soon as usual, %i s ahead', async skewS => {
  const { agent, advance, reply, looks, now } = await startWatching({ skewMs: skewS * 1_000 })
  const startedAt = now()
  await advance(MINUTE)
  agent.fail('send', { status: 429, retryAfter: '120' })
  await reply('shorten it')
  await advance(9 * MINUTE)
  const tries = agent.requests({ asked: 'send' }).map(({ atMs }) => Math.round((atMs - startedAt) / 1_000))
  // The reply waits a second for earlier ones, is turned away, and goes out two minutes later.
  expect(tries).toEqual([0, 61, 181])
  // With a correct clock, 55.
  expect(Math.abs(looks() - 55), `${looks()} looks`).toBeLessThanOrEqual(1)
})
