import { expect, it } from 'vitest'
import { startWatching } from '../support/watched-job.ts'

const BOT = '<@U0AGENTBOT>'

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
