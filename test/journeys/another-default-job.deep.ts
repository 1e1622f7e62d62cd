import { expect, it } from 'vitest'
import { NONE } from '../support/settings.ts'
import { startWithTwoJobs } from '../support/two-jobs.ts'

it('lets a sentence that names no job wait until the default job is idle', async () => {
  const { slack, agent, channel, ana, ben, open, choose, command, advance, toJob, told, card } =
    await startWithTwoJobs()
  const { botUserId } = slack
  await open(ana)
  await choose(ana, { 'default-job': 'job_c90' })
  await command('fix the tests')
  await advance(3_000)
  expect(await command('when idle: run the tests', { by: ben })).toBe(
    'This goes to *job_c90*, this channel’s default job.'
  )
  await slack.say({ user: ana, channel, text: `<@${botUserId}> in 20 min: add a title` })
  await advance(3_000)
  expect(told(ana)).toContain('This goes to *job_c90*, this channel’s default job.')
  expect(card()).toContain('⏰ waiting until the job is idle · “run the tests”')
  expect(toJob('job_c90')).toEqual(['fix the tests'])
  agent.finish('job_c90')
  await advance(60_000)
  expect(toJob('job_c90')).toEqual(['fix the tests', 'run the tests'])
  await advance(20 * 60_000)
  expect(toJob('job_c90')).toEqual(['fix the tests', 'run the tests', 'add a title'])
  expect(toJob('job_8f2')).toEqual(['add examples'])
})

it('asks which job is meant again, once there is no default job', async () => {
  const { ana, open, choose, command } = await startWithTwoJobs()
  await open(ana)
  await choose(ana, { 'default-job': 'job_c90' })
  expect((await open(ana))[5]).toBe('Default job: job_c90')
  await choose(ana, { 'default-job': NONE })
  expect(await command('fix the tests')).toMatch(/^Not sent: which job is it for\?/)
})

it('knows nothing of the default job of another project', async () => {
  const { ana, open, choose, restart, formJob } = await startWithTwoJobs()
  await open(ana)
  await choose(ana, { 'default-job': 'job_c90' })
  await restart({ AGENT_PROJECT_ID: 'project-2' })
  expect(await formJob(ana)).toBe('Job:')
  await restart()
  expect(await formJob(ana)).toBe('Job: job_c90')
})
