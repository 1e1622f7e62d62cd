import { expect, it } from 'vitest'
import { startWithTwoJobs } from '../support/two-jobs.ts'

it('sends a sentence that names no job to the default job of the channel, and says which that is', async () => {
  const { slack, channel, ana, ben, open, choose, command, advance, toJob, told, card, formJob } =
    await startWithTwoJobs()
  await open(ana)
  await choose(ana, { 'default-job': 'job_c90' })
  expect(await command('fix the tests', { by: ben })).toBe('This goes to *job_c90*, this channel’s default job.')
  await advance(3_000)
  expect(card()).toMatch(/^⏳ \*job_c90\* · working\n>fix the tests/)
  await slack.say({ user: ana, channel, text: `<@${slack.botUserId}> and shorten the intro` })
  await advance(3_000)
  expect(told(ana).slice(-2)).toEqual([
    'This goes to *job_c90*, this channel’s default job.',
    expect.stringMatching(/^\*job_c90\* already has a thread here\./)
  ])
  expect(toJob('job_c90')).toEqual(['fix the tests', 'and shorten the intro'])
  expect(await formJob(ben)).toBe('Job: job_c90')
  expect(toJob('job_8f2')).toEqual(['add examples'])
})

it('answers what names no job about the default job, and says which that is', async () => {
  const { slack, ana, ben, channel, open, choose, command, advance, told } = await startWithTwoJobs()
  expect(await command('status', { by: ben })).toMatch(/^Which job\?/)
  await open(ana)
  await choose(ana, { 'default-job': 'job_c90' })
  const NOTE = '— *job_c90* is this channel’s default job. For another one, add its id.'
  expect((await command('status', { by: ben })).split('\n')).toEqual([
    expect.stringMatching(/^\*job_c90\*: /),
    expect.stringMatching(/^As of /),
    NOTE
  ])
  await slack.say({ user: ana, channel, text: `<@${slack.botUserId}> status` })
  await advance(2_000)
  expect(told(ana).at(-1)?.split('\n').at(-1)).toBe(NOTE)
  expect(await command('watch')).toContain(NOTE)
  expect(await command('status job_8f2')).toMatch(/^\*job_8f2\*: /)
})

it.each(['status job', 'ok, thank you', 'tell job_8f2 to add a title', 'what about job_404?'])(
  'does not send “%s” to the default job',
  async words => {
    const { ana, ben, open, choose, command, advance, toJob, told, later } = await startWithTwoJobs()
    await open(ana)
    await choose(ana, { 'default-job': 'job_c90' })
    expect(await command(words, { by: ben })).not.toBe('')
    await advance(3_000)
    expect([toJob('job_c90'), later()]).toEqual([[], []])
    expect(told(ben).join()).not.toContain('This goes to')
  }
)

it('asks for the job in direct messages, which have no default job', async () => {
  const { slack, own, ana, open, choose, advance, toJob, told } = await startWithTwoJobs()
  await open(ana)
  await choose(ana, { 'default-job': 'job_c90' })
  await slack.say({ user: ana, channel: own, text: 'fix the tests' })
  await advance(3_000)
  expect(toJob('job_c90')).toEqual([])
  expect(told(ana).at(-1)).toMatch(/which job is it for\?/)
})
