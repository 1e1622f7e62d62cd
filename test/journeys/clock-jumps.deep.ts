import { expect, it } from 'vitest'
import { startWatching } from '../support/watched-job.ts'

const MINUTE_MS = 60_000

it.each([
  ['leaps six hours ahead', 6 * 60 * MINUTE_MS],
  ['steps ten minutes back', -10 * MINUTE_MS]
])('tells everybody once and sends nothing twice when the clock %s', async (_, jumpMs) => {
  const { agent, slack, channel, cardTs, sleep, reply, advance, posts } = await startWatching({ hourlyLimit: 2 })
  await advance(MINUTE_MS)
  await sleep(jumpMs)
  await reply('shorten it')
  await advance(MINUTE_MS)
  agent.finish('job_8f2')
  await advance(16 * MINUTE_MS)
  expect(agent.sends().map(({ prompt }) => prompt)).toEqual(['add examples', 'shorten it'])
  expect(posts()).toBe(2)
  const told = slack.thread(channel, cardTs()).slice(2)
  expect(told.every(({ text }) => text.includes('*job_8f2* finished'))).toBe(true)
  expect(told.flatMap(({ text }) => text.match(/<@U0\w+>(?=.*finished)/g) ?? []).toSorted()).toEqual([
    '<@U0ANA>',
    '<@U0BEN>'
  ])
})
