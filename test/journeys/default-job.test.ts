import { expect, it } from 'vitest'
import type { JourneyOptions } from '../support/journey.ts'
import { NONE, useSettings } from '../support/settings.ts'
import { startWatching } from '../support/watched-job.ts'

/** job_8f2 has a thread in #docs; nobody has asked job_c90 for anything. */
async function startWithJobs(options: JourneyOptions = {}) {
  const journey = useSettings(await startWatching(options))
  const { agent, slack, ana } = journey
  agent.addJob({ id: 'job_c90', life: { ends: 'never' } })
  return {
    ...journey,
    own: slack.directChannel(ana).id,
    toJob: (jobId: string) =>
      agent
        .sends()
        .filter(send => send.jobId === jobId)
        .map(({ prompt }) => prompt),
    /** The job that the form has when it opens. */
    async formJob(user: string, channel = journey.channel) {
      await slack.command({ user, channel, text: '' })
      const shown = await journey.opened(user)
      await slack.closeView({ user })
      return shown.find(line => line.startsWith('Job:'))
    }
  }
}

it('sends a sentence that names no job to the default job of the channel, and says which that is', async () => {
  const { slack, channel, ana, ben, open, choose, command, advance, toJob, told, card, formJob } = await startWithJobs()
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
  const { slack, ana, ben, channel, open, choose, command, advance, told } = await startWithJobs()
  expect(await command('status', { by: ben })).toMatch(/^Which job\?/)
  await open(ana)
  await choose(ana, { 'default-job': 'job_c90' })
  const NOTE = '— *job_c90* is this channel’s default job. For another one, add its id.'
  expect((await command('status', { by: ben })).split('\n')).toEqual([
    expect.stringMatching(/^\*job_c90\*: /),
    expect.stringMatching(/^As of /),
    NOTE
  ])
  await slack.say({ user: ana, channel, text: `<@${slack.botUserId}> log` })
  await advance(2_000)
  expect(told(ana).at(-1)?.split('\n').at(-1)).toBe(NOTE)
  expect(await command('unwatch')).toBe(`I wasn’t going to write to you about *job_c90*.\n${NOTE}`)
  expect(await command('status job_8f2')).toMatch(/^\*job_8f2\*: /)
})

it('lets a sentence that names no job wait until the default job is idle', async () => {
  const { slack, agent, channel, ana, ben, open, choose, command, advance, toJob, told, card } = await startWithJobs()
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

it.each([
  'status job',
  'statsu job',
  'please stop',
  'thanks a lot',
  'tell job_8f2 to add a title',
  'hi there',
  'when idle: please stop'
])('does not send “%s” to the default job', async words => {
  const { ana, ben, open, choose, command, advance, toJob, told, later } = await startWithJobs()
  await open(ana)
  await choose(ana, { 'default-job': 'job_c90' })
  expect(await command(words, { by: ben })).not.toBe('')
  await advance(3_000)
  expect([toJob('job_c90'), later()]).toEqual([[], []])
  expect(told(ben).join()).not.toContain('This goes to')
})

it('sends what somebody says directly to their own default job, which others do not share', async () => {
  const { slack, agent, own, ana, ben, open, choose, command, advance, toJob, told, formJob } = await startWithJobs()
  agent.addJob({ id: 'job_77a', life: { ends: 'never' } })
  expect((await open(ana, own))[0]).toBe('*Just for you*\nOnly you see and change these.')
  expect(await choose(ana, { 'own-job': 'job_c90' })).toMatchObject({ acknowledged: true })
  await slack.say({ user: ana, channel: own, text: 'fix the tests' })
  await advance(3_000)
  expect(toJob('job_c90')).toEqual(['fix the tests'])
  expect(told(ana).at(-1)).toBe('This goes to *job_c90*, your default job.')
  expect(await command('shorten the intro', { by: ben })).toMatch(/^Nothing was sent yet: which job\?/)
  expect([await formJob(ana), await formJob(ben)]).toEqual(['Job: job_c90', 'Job:'])
  // Where the channel has one, that goes before.
  await open(ana)
  await choose(ana, { 'default-job': 'job_77a' })
  expect(await open(ana)).toContainEqual(
    expect.stringMatching(/^— Yours, chosen .* In #docs, it’s the channel’s \*job_77a\*\.$/)
  )
  await slack.closeView({ user: ana })
  await command('shorten the outro')
  await advance(3_000)
  expect(toJob('job_77a')).toEqual(['shorten the outro'])
})

it('sends what was written before another job was chosen to the one that was meant then', async () => {
  const { slack, agent, channel, ana, ben, open, choose, pass, advance, toJob } = await startWithJobs()
  agent.addJob({ id: 'job_77a', life: { ends: 'never' } })
  await open(ana)
  await choose(ana, { 'default-job': 'job_c90' })
  await pass(5_000)
  await slack.say({ user: ben, channel, text: `<@${slack.botUserId}> fix the tests` })
  await pass(5_000)
  await open(ana)
  await choose(ana, { 'default-job': 'job_77a' })
  await advance(3_000)
  expect([toJob('job_c90'), toJob('job_77a')]).toEqual([['fix the tests'], []])
})

it('asks which job is meant again, once there is no default job', async () => {
  const { ana, open, choose, command } = await startWithJobs()
  await open(ana)
  await choose(ana, { 'default-job': 'job_c90' })
  expect((await open(ana))[5]).toBe('Default job: job_c90')
  await choose(ana, { 'default-job': NONE })
  expect(await command('fix the tests')).toMatch(/^Nothing was sent yet: which job\?/)
})

it('keeps the settings open if there is no such job', async () => {
  const { ana, open, choose, database } = await startWithJobs()
  await open(ana)
  expect(await choose(ana, { 'default-job': 'job_0', replies: 'mention' })).toMatchObject({
    errors: { 'default-job': 'Nothing was changed: there’s no such job. Check the id.' }
  })
  expect(await database.query('select from followup.setting')).toEqual([])
})

it('knows nothing of the default job of another project', async () => {
  const { ana, open, choose, restart, formJob } = await startWithJobs()
  await open(ana)
  await choose(ana, { 'default-job': 'job_c90' })
  await restart({ AGENT_PROJECT_ID: 'project-2' })
  expect(await formJob(ana)).toBe('Job:')
  await restart()
  expect(await formJob(ana)).toBe('Job: job_c90')
})

it('keeps the order of what is written for the default job, though Slack names the first author late', async () => {
  const { slack, channel, ana, open, choose, reply, advance, later } = await startWithJobs()
  const eve = slack.addPerson({ name: 'Eve' }).id
  await slack.invite(channel, eve)
  await open(ana)
  await choose(ana, { 'default-job': 'job_8f2' })
  await advance(2_000)
  slack.fail('users.info', { error: 'internal_error', times: 3 })
  await slack.say({ user: eve, channel, text: `<@${slack.botUserId}> shorten the intro` })
  await advance(1_000)
  await reply('and the outro', { by: ana })
  await advance(60_000)
  expect(later()).toEqual(['shorten the intro', 'and the outro'])
})
