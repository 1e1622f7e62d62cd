import type { JourneyOptions } from './journey.ts'
import { startWatching, type WatchedJob } from './watched-job.ts'

/** The timestamp of the latest that only Ben was told. */
export const newestTold = ({ slack, channel, ben }: WatchedJob) => slack.ephemerals(channel, ben).at(-1)?.ts ?? ''

/** Ben thanks the agent while it is at work. */
export async function thanked(said = 'Great, thanks! :tada:', options: JourneyOptions = {}) {
  const journey = await startWatching(options)
  await journey.reply(said)
  await journey.advance(2_000)
  return journey
}
