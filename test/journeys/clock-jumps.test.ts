import { expect, it } from 'vitest'
import { startWatching } from '../support/watched-job.ts'

const MINUTE_MS = 60_000

it.each([
  ['leaps six hours ahead', 6 * 60 * MINUTE_MS, ['<@U0ANA> <@U0BEN>']],
  // What was sent before the step seems to lie ahead, and is believed only once the clock is there again.
  ['steps ten minutes back', -10 * MINUTE_MS, ['<@U0BEN>', '<@U0ANA>']]
])('tells everybody once, and sends nothing twice, when the clock %s', async (_, jumpMs, told) => {
  const { agent, slack, channel, cardTs, sleep, reply, advance, posts } = await startWatching({ hourlyLimit: 2 })
  await advance(MINUTE_MS)
  await sleep(jumpMs)
  await reply('shorten it')
  await advance(MINUTE_MS)
  agent.finish('job_8f2')
  await advance(30 * MINUTE_MS)
  expect(agent.sends().map(({ prompt }) => prompt)).toEqual(['add examples', 'shorten it'])
  expect(posts()).toBe(2)
  const results = slack.thread(channel, cardTs()).filter(({ subtype }) => subtype === 'thread_broadcast')
  expect(results.map(({ text }) => text.split(',')[0])).toEqual(told)
})
