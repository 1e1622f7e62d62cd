import { expect, it } from 'vitest'
import { startJourney } from '../support/journey.ts'
import { METHOD, ON, STATUS, startWork } from '../support/thread-status.ts'

const MINUTE = 60_000

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
