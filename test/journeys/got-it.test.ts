import { expect, it } from 'vitest'
import { startJourney } from '../support/journey.ts'
import { startWithNamedJobs } from '../support/named-jobs.ts'
import { onNewest } from '../support/stopped-secret.ts'
import { startWatching } from '../support/watched-job.ts'

const WAITS = 'Got it: it will wait until the job is idle.'

const draftIn = (asked: unknown) => /"value":"(\S+) job_8f2"/.exec(JSON.stringify(asked))?.[1]

it('says what a draft waits for once its job is chosen', async () => {
  const { slack, channel, ana, command, pressAndHear, advance, posts } = await startWithNamedJobs()
  const before = posts()
  await command('when idle: Add error handling')
  const asked = slack.ephemerals(channel, ana).at(-1)
  const value = `${draftIn(asked)} job_8f2`
  expect(await pressAndHear('choose-job', { on: asked?.ts ?? '', value })).toBe(WAITS)
  await advance(2_000)
  expect(posts()).toBe(before)
})

it('says that it waits for its turn behind a held one, as the card does', async () => {
  const journey = await startWatching({ hourlyLimit: 1 })
  await journey.reply('shorten it')
  await journey.advance(2_000)
  await journey.reply('thanks!')
  await journey.advance(2_000)
  expect(await journey.pressAndHear('send-chatter', onNewest(journey))).toBe(
    'Got it: it’s waiting for its turn, as an earlier instruction for this job is held until 15:00, and goes out first.'
  )
})

it('says what is sent a second time waits for', async () => {
  const { slack, channel, ana, agent, command, runDue, advance, pressAndHear } = await startJourney()
  agent.addJob({ id: 'job_8f2', life: { ends: 'never' }, status: 'active' })
  await command('job_8f2 when idle: run the tests')
  await runDue()
  await advance(2_000)
  await command('job_8f2 when idle: run the tests')
  const on = slack.ephemerals(channel, ana).at(-1)?.ts ?? ''
  expect(await pressAndHear('send-twin', { on })).toBe(WAITS)
})

it('says what a command waits for whose card takes long', async () => {
  const { slack, agent, command, told, advance } = await startJourney()
  agent.addJob({ id: 'job_8f2', life: { ends: 'never' }, status: 'active' })
  slack.fail('chat.postMessage', { retryAfterS: 20 })
  await command('job_8f2 when idle: run the tests')
  await advance(3_000)
  expect(told()).toEqual([`${WAITS} Its card, or a link to it, will appear here.`])
})
