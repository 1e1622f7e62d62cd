import { expect, it } from 'vitest'
import { startJourney } from '../support/journey.ts'
import { startWithNamedJobs } from '../support/named-jobs.ts'
import { startWatching } from '../support/watched-job.ts'

it('takes no word for the bot for the id of a first job', async () => {
  const { command } = await startJourney()
  expect(await command('help me fix the tests')).toBe(
    'Nothing was sent: which job? Name it by its id, like `/agent-followup job_8f2 …`. Your words:\n>help me fix the tests'
  )
})

it('says nothing of what was taken back when it asks which job', async () => {
  const { slack, channel, ben, command, reply, advance } = await startWithNamedJobs()
  const { ts: messageTs } = await reply('when idle: never mind')
  await advance(2_000)
  await slack.edit({ user: ben, channel, messageTs, text: '// never mind' })
  await advance(2_000)
  const asked = await command('Add tests for it')
  expect(asked).toContain('⏳ *job_9* · working · “fix `the` title” [Send to job_9]')
  expect(asked).not.toContain('never mind')
})

it('takes a plain word for a job’s id when it is one in this channel, or in quotes', async () => {
  const { agent, command, runDue, advance } = await startJourney()
  agent.addJob({ id: 'docs', life: { ends: 'never' } })
  expect(await command('"docs" add tests')).toBe('')
  await runDue()
  expect(await command('docs add examples')).toBe('')
  expect(await command('docs status')).toContain('“status” was not sent to *docs*')
  await advance(3_000)
  expect(agent.sends().map(({ prompt }) => prompt)).toEqual(['add tests', 'add examples'])
})

it('tells nothing about jobs to somebody who may not use the bot', async () => {
  const { slack, channel, command } = await startWatching()
  const guest = slack.addPerson({ id: 'U0GUS', name: 'Gus', kind: 'guest' }).id
  await slack.invite(channel, guest)
  for (const typed of ['list', 'add error handling', 'job_8f2 status', 'status https://x.example/job_8f2']) {
    const answer = await command(typed, { by: guest })
    expect(answer).toContain('guests can’t steer agent jobs')
    expect(answer).not.toContain('working')
  }
})

it('gives the words back when the jobs cannot be looked up', async () => {
  const { database, command } = await startJourney({
    errors: ['A follow-up could not be stored', 'A question could not be answered']
  })
  await database.query('alter table followup.followup rename to gone')
  expect(await command('Add error handling')).toBe(
    'Nothing was sent: I can’t take instructions right now. Try again in a minute. Your words:\n>Add error handling'
  )
  expect(await command('list')).toBe('I can’t say where things stand right now. Try again in a minute.')
  await database.query('alter table followup.gone rename to followup')
})
