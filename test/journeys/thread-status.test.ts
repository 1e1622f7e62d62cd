import { expect, it } from 'vitest'
import { type Journey, type JourneyOptions, startJourney } from '../support/journey.ts'

const ON = { SLACK_THREAD_STATUS: 'on' }
const STATUS = 'is working on job_8f2…'
const MINUTE = 60_000
const METHOD = 'assistant.threads.setStatus'

/** Ana's instruction is being worked on. */
async function startWork(options: JourneyOptions = {}): Promise<Journey & { status: () => string | undefined }> {
  const journey = await startJourney({ env: ON, ...options })
  const { slack, agent, channel, command, runDue, cardTs } = journey
  agent.addJob({ id: 'job_8f2', life: { ends: 'never' } })
  await command('job_8f2 add examples')
  await runDue()
  return { ...journey, status: () => slack.statusOf(channel, cardTs()) }
}

it('shows under the thread that the agent is working, until the result is there', async () => {
  const { slack, agent, status, card, advance, reply } = await startWork()
  expect([card(), status()]).toEqual([expect.stringContaining('· working'), STATUS])
  for (let half = 0; half < 20; half += 1) {
    await advance(MINUTE / 2)
    expect(status()).toBe(STATUS)
  }
  // Once when it began, and then every 90 seconds.
  expect(slack.calls(METHOD)).toHaveLength(7)
  agent.finish('job_8f2')
  await advance(MINUTE)
  expect([status(), slack.statusesNotCleared()]).toEqual([undefined, []])

  await reply('shorten it')
  await advance(5_000)
  expect(status()).toBe(STATUS)
  agent.finish('job_8f2')
  await advance(MINUTE)
  expect([status(), slack.statusesNotCleared()]).toEqual([undefined, []])
  const calls = slack.calls(METHOD).length
  await advance(30 * MINUTE)
  expect(slack.calls(METHOD)).toHaveLength(calls)
})

it('shows nothing of that unless the operator wants it', async () => {
  const { slack, status, card, advance } = await startWork({ env: {} })
  await advance(5 * MINUTE)
  expect([card(), status(), slack.calls(METHOD)]).toEqual([expect.stringContaining('· working'), undefined, []])
})

it.each<[string, (journey: Journey) => unknown]>([
  ['somebody stops the watch', ({ press }) => press('stop-watching')],
  ['its card is deleted', ({ slack, channel, cardTs }) => slack.remove({ channel, messageTs: cardTs() })],
  ['no work was seen', ({ agent }) => agent.setJob('job_8f2', { status: 'completed' })],
  ['the service reports a status that nobody knows', ({ agent }) => agent.setJob('job_8f2', { status: 'pondering' })],
  ['the operator switches it off', ({ restart }) => restart({ SLACK_THREAD_STATUS: 'off' })]
])('clears it when %s', async (_, act) => {
  const journey = await startWork()
  const { slack, status, advance } = journey
  await advance(MINUTE)
  expect(status()).toBe(STATUS)
  await act(journey)
  await advance(MINUTE)
  expect([status(), slack.statusesNotCleared()]).toEqual([undefined, []])
})
