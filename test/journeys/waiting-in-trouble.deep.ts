import { expect, it } from 'vitest'
import { startWatching } from '../support/watched-job.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const LINK = 'https://github.com/acme/docs/pull/12'

it.each([
  ['once', { status: 404, times: 1 }],
  ['for a while', { status: 401, times: 3 }]
])('keeps what waits for a busy job, although the service refuses to read it %s', async (_, fault) => {
  const { agent, reply, advance, later } = await startWatching()
  await advance(10_000)
  await reply('when idle: run the tests')
  agent.fail('read', { ...fault, jobId: 'job_8f2' })
  await advance(5 * MINUTE)
  expect(later()).toEqual([])
  agent.finish('job_8f2', { prLink: LINK })
  await advance(MINUTE)
  expect(later()).toEqual(['run the tests'])
})

it('sends what waited although the bot was off for seven days, if the job is idle', async () => {
  const { reply, advance, agent, pass, restart, later } = await startWatching()
  await reply('when idle: run the tests')
  await advance(MINUTE)
  agent.finish('job_8f2', { prLink: LINK })
  await pass(7 * 24 * HOUR)
  await restart()
  await advance(5 * MINUTE)
  expect(later()).toEqual(['run the tests'])
})

it('lets what is behind it in the line go first, once it is edited to wait', async () => {
  const { agent, slack, channel, ben: user, reply, advance, thread, later } = await startWatching()
  agent.finish('job_8f2', { prLink: LINK })
  await advance(5 * MINUTE)
  agent.fail('send', { status: 429, retryAfter: '3600' })
  const { ts: messageTs } = await reply('run the tests')
  await advance(3_000)
  await reply('add a table')
  await advance(3_000)
  expect(thread().at(-2)).toContain('Not sent yet: ')
  await slack.edit({ user, channel, messageTs, text: 'when idle: run the tests' })
  await advance(HOUR)
  expect(later()).toEqual(['add a table'])
  agent.finish('job_8f2', { prLink: LINK })
  await advance(10 * MINUTE)
  expect(later()).toEqual(['add a table', 'run the tests'])
})
