import { expect, it } from 'vitest'
import type { Delivery } from '../../sandbox/slack/deliveries.ts'
import { type Journey, type JourneyOptions, startWatching } from '../support/journey.ts'
import { type Seen, WATCHED, whatIsSeen } from './what-is-seen.ts'

/** Something that Slack delivers to a bot that is watching job_8f2, and what is different afterwards. */
export type BroughtCase = Partial<Seen> & {
  name: string
  options?: JourneyOptions
  bring: (journey: Journey) => Promise<unknown>
  /** What reaches the agent because of it; each is watched unless `states` says otherwise. */
  later?: string[]
}

export const MOMENT_MS = 3_000

/** One test for each of them. */
export function testBrought(all: BroughtCase[]): void {
  // Not as `$name`, which cuts what is longer than 40 characters.
  it.each(all.map(brought => [brought.name, brought] as const))('%s', (_, brought) => bringAndCompare(brought))
}

async function bringAndCompare(brought: BroughtCase): Promise<void> {
  const { name, options, bring, later = [], ...seen } = brought
  const journey = await startWatching(options)
  await bring(journey)
  expect(journey.later(), name).toEqual(later)
  const states = ['watching', ...later.map(() => 'watching')]
  expect(await whatIsSeen(journey)).toEqual({ ...WATCHED, states, posts: 1 + later.length, ...seen })
}

/** The same parcel, as if it had never been delivered. */
export const asNew = (delivery: Delivery): Delivery => ({ ...delivery, attempts: [] })

export const withEnvelope = (delivery: Delivery, fields: object): Delivery => ({
  ...asNew(delivery),
  payload: { ...delivery.payload, ...fields }
})
