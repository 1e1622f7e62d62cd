import type { JourneyOptions } from './journey.ts'
import { startWatching, type WatchedJob } from './watched-job.ts'

const LINK = 'https://github.com/acme/docs/pull/12'
const MINUTE = 60_000

/** A command and three replies, each answered before the next; what comes of the last is up to the test. */
export async function talk(
  options: JourneyOptions = {},
  last: 'completed' | 'failed' = 'completed'
): Promise<WatchedJob> {
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
export const inChannel = ({ slack, channel }: WatchedJob) =>
  slack
    .messages(channel)
    .filter(
      ({ ts, thread_ts, subtype }) => thread_ts === undefined || thread_ts === ts || subtype === 'thread_broadcast'
    )
