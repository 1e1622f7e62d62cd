import { expect, it } from 'vitest'
import { startJourney } from '../support/journey.ts'

const WAITS = 'Got it: it will wait until the job is idle.'

it('says what a command waits for whose card takes long', async () => {
  const { slack, agent, command, told, advance } = await startJourney()
  agent.addJob({ id: 'job_8f2', life: { ends: 'never' }, status: 'active' })
  slack.fail('chat.postMessage', { retryAfterS: 20 })
  await command('job_8f2 when idle: run the tests')
  await advance(3_000)
  expect(told()).toEqual([`${WAITS} Its card, or a link to it, will appear here.`])
})
