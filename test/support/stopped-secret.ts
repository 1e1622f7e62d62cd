import type { JourneyOptions } from './journey.ts'
import { makeCanary } from './secret-canaries.ts'
import { startWatching, type WatchedJob } from './watched-job.ts'

export const CANARY = makeCanary('github')

export const STOPPED = `Not sent: this looks like it contains a GitHub token (${CANARY.slice(0, 4)}…, line 2). Send it again without that, or press *Send anyway*.\n[Send anyway]`

export type Way = (journey: WatchedJob) => Promise<unknown>

export const newest = ({ slack, ben }: WatchedJob) => {
  const told = slack.ephemerals(undefined, ben).at(-1)
  return { by: ben, on: told?.ts ?? '', channel: told?.channel ?? '' }
}

export async function stopped(way: Way, options: JourneyOptions = {}) {
  const journey = await startWatching(options)
  await way(journey)
  await journey.advance(2_000)
  return journey
}

export const EDIT_STOPPED = STOPPED.replace('Not sent', 'Edit not taken').replace('Send it again', 'Edit it again')
