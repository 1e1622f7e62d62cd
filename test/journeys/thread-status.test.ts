import { expect, it } from 'vitest'
import type { Journey, JourneyOptions } from '../support/journey.ts'
import { METHOD, STATUS, startWork } from '../support/thread-status.ts'

const MINUTE = 60_000

it('shows under the thread that the agent is working, until the result is there', async () => {
  const { slack, agent, status, card, advance, sleep, reply } = await startWork()
  expect([card(), status()]).toEqual([expect.stringContaining('· working'), STATUS])
  for (let half = 0; half < 8; half += 1) {
    await advance(MINUTE / 2)
    expect(status()).toBe(STATUS)
  }
  // Once when it began, and then every 90 seconds.
  expect(slack.calls(METHOD)).toHaveLength(3)
  agent.finish('job_8f2')
  await advance(MINUTE)
  expect([status(), slack.threadStatusesNotCleared()]).toEqual([undefined, []])

  await reply('shorten it')
  await advance(5_000)
  expect(status()).toBe(STATUS)
  agent.finish('job_8f2')
  await advance(MINUTE)
  expect([status(), slack.threadStatusesNotCleared()]).toEqual([undefined, []])
  const calls = slack.calls(METHOD).length
  await sleep(30 * MINUTE)
  expect(slack.calls(METHOD)).toHaveLength(calls)
})

it('shows nothing of that unless the operator wants it', async () => {
  const { slack, status, card, advance } = await startWork({ env: {} })
  await advance(5 * MINUTE)
  expect([card(), status(), slack.calls(METHOD)]).toEqual([expect.stringContaining('· working'), undefined, []])
})

it.each<[string, (journey: Journey) => unknown, JourneyOptions?]>([
  ['somebody stops the watch', ({ press }) => press('stop-watching')],
  ['no work was seen', ({ agent }) => agent.setJob('job_8f2', { status: 'completed' })],
  ['the service reports a status that nobody knows', ({ agent }) => agent.setJob('job_8f2', { status: 'pondering' })],
  ['the operator switches it off', ({ restart }) => restart({ SLACK_THREAD_STATUS: 'off' })],
  [
    'its card is deleted',
    ({ slack, channel, cardTs }) => slack.remove({ channel, messageTs: cardTs() }),
    { refusals: ['chat.update message_not_found', `${METHOD} invalid_thread_ts`] }
  ],
  [
    'its channel is archived',
    ({ slack, agent, channel }) => {
      slack.archive(channel)
      agent.finish('job_8f2')
    },
    { refusals: ['chat.postMessage is_archived', 'chat.update is_archived', `${METHOD} is_archived`] }
  ]
])('clears it when %s', async (_, act, options) => {
  const journey = await startWork(options)
  const { slack, database, status, advance } = journey
  await advance(MINUTE)
  expect(status()).toBe(STATUS)
  await act(journey)
  await advance(3 * MINUTE)
  expect([status(), slack.threadStatusesNotCleared()]).toEqual([undefined, []])
  expect(await database.query('select from followup.thread_status')).toEqual([])
})

it('shows it again after the bot wrote in the thread', async () => {
  const { status, find, advance, reply } = await startWork()
  await reply('and shorten it', { files: 1 })
  await advance(5_000)
  expect([find('file'), status()]).toEqual([expect.any(String), STATUS])
})
