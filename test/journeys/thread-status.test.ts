import { expect, it } from 'vitest'
import { type Journey, type JourneyOptions, startJourney } from '../support/journey.ts'

const ON = { SLACK_THREAD_STATUS: 'on' }
const STATUS = 'is working on job_8f2…'
const MINUTE = 60_000
const METHOD = 'assistant.threads.setStatus'

/** Ana's instruction is being worked on. */
async function startWork(options: JourneyOptions = {}): Promise<Journey & { status: () => string | undefined }> {
  const journey = await startJourney({ env: ON, ...options })
  const { slack, agent, channel, command, runDue, find } = journey
  agent.addJob({ id: 'job_8f2', life: { ends: 'never' } })
  await command('job_8f2 add examples')
  await runDue()
  const card = find('job_8f2')
  return { ...journey, status: () => slack.threadStatusOf(channel, card) }
}

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

it('clears it a second later if the work ended just before it was shown', async () => {
  const { slack, status, advance } = await startWork({
    wrap: deps => ({
      ...deps,
      slack: {
        ...deps.slack,
        async setThreadStatus(...asked) {
          await deps.database.query(
            `update followup.followup set progress = progress || '{"state": "unwatched", "because": "stopped", "atMs": 0}'`
          )
          return deps.slack.setThreadStatus(...asked)
        }
      }
    })
  })
  await advance(1_000)
  expect([status(), slack.threadStatusesNotCleared(), slack.calls(METHOD).length]).toEqual([undefined, [], 2])
})

it('clears it in a thread that lost its task', async () => {
  const { slack, database, press, advance, upkeep } = await startWork()
  await press('stop-watching')
  await database.query("delete from followup.task where name = 'show-status'")
  await advance(4 * MINUTE)
  expect(slack.threadStatusesNotCleared()).toHaveLength(1)
  await upkeep()
  await advance(MINUTE)
  expect(slack.threadStatusesNotCleared()).toEqual([])
})

it.each([
  { error: 'ratelimited', retryAfterS: 30 },
  { status: 500 },
  { kind: 'hang' as const },
  { kind: 'reset after processing' as const }
])('clears it although Slack answers with %j', async fault => {
  const { slack, agent, status, thread, advance } = await startWork({ slackTimeoutMs: 300 })
  slack.fail(METHOD, fault)
  await advance(90_000)
  slack.fail(METHOD, fault)
  agent.finish('job_8f2')
  await advance(10_000)
  expect(thread()).toHaveLength(1)
  await advance(2 * MINUTE)
  expect([status(), slack.threadStatusesNotCleared()]).toEqual([undefined, []])
})

it.each([{ error: 'ratelimited', retryAfterS: 3 }, { kind: 'reset before read' as const }])(
  'shows it later if Slack first answers with %j',
  async fault => {
    const { slack, agent, command, channel, advance, cardTs } = await startJourney({ env: ON })
    slack.fail(METHOD, fault)
    agent.addJob({ id: 'job_8f2', life: { ends: 'never' } })
    await command('job_8f2 add examples')
    await advance(MINUTE)
    expect(slack.threadStatusOf(channel, cardTs())).toBeUndefined()
    await advance(MINUTE)
    expect(slack.threadStatusOf(channel, cardTs())).toBe(STATUS)
  }
)

it('tries once an hour where Slack does not allow it, says so once in the log, and does the rest as ever', async () => {
  const { slack, agent, log, command, find, advance, sleep } = await startJourney({ env: ON })
  slack.fail(METHOD, { error: 'missing_scope', times: 'until cleared' })
  agent.addJob({ id: 'job_8f2', life: { ends: 'never' } })
  agent.addJob({ id: 'job_a1', life: { worksMs: MINUTE, ends: 'completed' } })
  await command('job_8f2 add examples')
  await command('job_a1 add a title')
  await advance(3 * MINUTE)
  expect(find('*job_a1* finished')).toEqual(expect.any(String))
  await sleep(50 * MINUTE)
  expect(slack.calls(METHOD)).toHaveLength(1)
  await sleep(10 * MINUTE)
  expect(slack.calls(METHOD)).toHaveLength(2)
  agent.finish('job_8f2')
  await advance(MINUTE)
  expect(log.filter(({ words }) => words.includes('SLACK_THREAD_STATUS'))).toHaveLength(1)
  await sleep(60 * MINUTE)
  await sleep(60 * MINUTE)
  expect([slack.calls(METHOD).length, slack.threadStatusesNotCleared()]).toEqual([3, []])
})
