import { expect, it } from 'vitest'
import type { JourneyOptions } from '../support/journey.ts'
import { startWatching, type WatchedJob } from '../support/watched-job.ts'

const LINK = 'https://github.com/acme/docs/pull/12'
const MINUTE = 60_000

/** A command and three replies, each answered before the next; what comes of the last is up to the test. */
async function talk(options: JourneyOptions = {}, last: 'completed' | 'failed' = 'completed'): Promise<WatchedJob> {
  const journey = await startWatching(options)
  const { agent, reply, advance } = journey
  agent.finish('job_8f2', { prLink: LINK })
  await advance(MINUTE)
  for (const words of ['shorten it', 'and add a test', 'name it better']) {
    agent.setJob('job_8f2', {
      life: { worksMs: 5_000, ends: words === 'name it better' ? last : 'completed', pullRequest: 'same' }
    })
    await reply(words)
    await advance(MINUTE)
  }
  return journey
}

/** What a reader of the channel sees who opens no thread. */
const inChannel = ({ slack, channel }: WatchedJob) =>
  slack
    .messages(channel)
    .filter(
      ({ ts, thread_ts, subtype }) => thread_ts === undefined || thread_ts === ts || subtype === 'thread_broadcast'
    )

it('costs the channel two messages when a command and three replies end at the same pull request', async () => {
  const journey = await talk()
  expect(inChannel(journey)).toHaveLength(2)
  expect(journey.thread()).toHaveLength(7)
  expect(journey.thread().at(-1)).toContain('finished, still on')
})

it('tells the channel of a failure, however many results the thread has', async () => {
  const journey = await talk({}, 'failed')
  expect(inChannel(journey)).toHaveLength(3)
  expect(inChannel(journey).at(-1)?.text).toContain('*job_8f2* failed')
})

it.each([
  ['all', 5],
  ['none', 1]
])('tells the channel of %s of the results where the operator wants that', async (policy, messages) => {
  expect(inChannel(await talk({ env: { RESULTS_IN_CHANNEL: policy } }))).toHaveLength(messages)
})

it('quotes two lines of the instruction that a result answers', async () => {
  const { agent, reply, advance, thread } = await startWatching({}, { status: 'completed', life: { worksMs: 5_000 } })
  await advance(MINUTE)
  agent.setJob('job_8f2', { life: { worksMs: 5_000 } })
  await reply('shorten it\nkeep the title\nand the date')
  await advance(MINUTE)
  const [, , result = ''] = thread()
  expect(result.split('\n').slice(1, 3)).toEqual(['>shorten it', '>keep the title …'])
  expect(result).not.toContain('and the date')
})
