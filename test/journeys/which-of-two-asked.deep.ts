import { expect, it } from 'vitest'
import { startBetween } from '../support/between-jobs.ts'

it('asks about a job that was never used here, if there is one', async () => {
  const { agent, write, asked, sent } = await startBetween()
  agent.addJob({ id: 'job_new1' })
  await write('job_new1 fix the lint')
  expect(asked()[0]).toContain('your reply names *job_new1*.')
  expect(sent()).toEqual([])
})

it('asks as well while the agent service refuses to say whether there is one', async () => {
  const { agent, write, asked, sent } = await startBetween()
  agent.addJob({ id: 'job_new1' })
  agent.fail('read', { status: 401 })
  await write('job_new1 fix the lint')
  expect(asked()[0]).toContain('your reply names *job_new1*.')
  expect(sent()).toEqual([])
})

it.each([
  ['status job_c90', /^\*job_c90\*: \*working\*/],
  ['job_c90 log', /^The instructions to \*job_c90\*/],
  ['watch job_c90', /^I’ll write to you directly when \*job_c90\* ends/],
  ['stop job_c90', /^I can’t stop an agent/],
  ['job_c90', /^Nothing was sent: what should \*job_c90\* do\?/]
])('answers “%s” in the thread of another job, and sends nothing', async (text, answer) => {
  const { write, asked, sent } = await startBetween()
  await write(text)
  expect(asked()).toEqual([expect.stringMatching(answer)])
  expect(sent()).toEqual([])
})

it('sends what the reply says by then, and nothing of one that was deleted', async () => {
  const { slack, channel, ben, write, choose, advance, sent } = await startBetween()
  const edited = await write('job_c90 fix the lint')
  await slack.edit({ user: ben, channel, messageTs: edited, text: 'job_c90 fix all of the lint' })
  await advance(3_000)
  await choose('send-there')
  const deleted = await write('job_c90 drop the tests')
  await slack.remove({ channel, messageTs: deleted })
  await advance(3_000)
  expect(await choose('send-there')).toBe('Nothing was sent: that reply was deleted, or is no longer for the agent.')
  expect(sent()).toEqual(['job_c90: fix all of the lint'])
})
