import { expect, it } from 'vitest'
import { startWatching } from '../support/watched-job.ts'

const BOT = '<@U0AGENTBOT>'
const HOURS = 3_600_000

it('sends a reply that names the thread’s own job without that, at the time that it says', async () => {
  const { reply, advance, sleep, later } = await startWatching()
  await reply('job_8f2 in 2 hours: fix the lint')
  await reply('job_8f2 run the tests')
  await advance(5_000)
  expect(later()).toEqual(['run the tests'])
  await sleep(2 * HOURS)
  expect(later()).toEqual(['run the tests', 'fix the lint'])
})

it.each([
  ['status job_8f2', /^\*job_8f2\*: \*working\*/],
  [`${BOT} watch job_8f2`, /^I’ll write to you directly when \*job_8f2\* ends\./],
  ['stop job_8f2', /^Not sent: I can’t stop an agent\./],
  ['job_8f2', /^Not sent: what should \*job_8f2\* do\?/]
])('answers “%s” in the thread of that job, and sends nothing', async (words, answer) => {
  const { reply, advance, later, told, ben } = await startWatching()
  await reply(words)
  await advance(3_000)
  expect([told(ben), later()]).toEqual([[expect.stringMatching(answer)], []])
})
