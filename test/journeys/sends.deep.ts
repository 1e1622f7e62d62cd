import { expect, it } from 'vitest'
import { startJourney, startWatching, startWithJob } from '../support/journey.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

it('does not count what the service turned away', async () => {
  const { agent, command, runDue, advance, tell, thread } = await startWithJob({ hourlyLimit: 2 })
  agent.fail('send', { status: 429, retryAfter: '5' })
  await command('job_8f2 add examples')
  await runDue()
  await advance(6_000)
  await tell('shorten it')
  expect(thread()).toEqual(['Ben: shorten it 📨'])
})

it('trusts the service over its own count, for every job of the project', async () => {
  const { agent, job, type, tell, thread, find, posts } = await startWatching({ hourlyLimit: 2, retryAfterOn429: true })
  agent.useBudget(1)
  await tell('shorten it')
  const why = 'Not sent yet: the agent isn’t taking follow-ups right now. I’ll try again at about 15:00.'
  expect([thread()[1], posts()]).toEqual([expect.stringContaining(why), 2])
  job('job_other')
  await type('job_other add tests')
  // Not even tried: the gate is closed for the project.
  expect([posts(), find('job_other* · held until 15:00')]).toEqual([2, expect.any(String)])
})

it('gives an instruction back when nothing answers for an hour', async () => {
  const { agent, command, advance, card, thread, posts } = await startWithJob()
  await agent.refuseConnections()
  await command('job_8f2 add examples')
  await advance(1.5 * HOUR)
  expect([card(), posts()]).toEqual([expect.stringContaining('❌ *job_8f2* · not delivered'), 0])
  expect(thread()).toEqual([
    'bot: @Ana, not delivered: I couldn’t reach the agent for an hour, so I stopped trying. Send it again later.\n>add examples'
  ])
})

it('does not send what waited for days while the bot was off, and says so', async () => {
  const { tell, sleep, advance, thread, sent, restart } = await startWatching({ hourlyLimit: 1 })
  await tell('shorten it')
  await restart()
  await sleep(3 * 24 * HOUR)
  await advance(2_000)
  const why = 'I couldn’t send this within a day, so I stopped trying. Send it again if you still want it.'
  expect([sent(), thread().at(-1)]).toEqual([['add examples'], `bot: @Ben, not delivered: ${why}\n>shorten it`])
})

it('sends both of two instructions of the same millisecond, one an hour', async () => {
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

it.each([-30, -10, -2, 0, 2, 10, 30])(
  'looks as often and sends as soon as usual with its clock %i s ahead of the database’s',
  async skewS => {
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
  }
)
