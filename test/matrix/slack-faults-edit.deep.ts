import { expect, it } from 'vitest'
import { startWatching } from '../support/watched-job.ts'
import { cellsOf, lasting } from './slack-faults.ts'
import { FINISHED, result, type Seen, WATCHED, WORKING, whatIsSeen } from './what-is-seen.ts'

const MINUTE_MS = 60_000
const UNTIL_FOUND_MS = 7_000

/** Whatever becomes of the card, the outcome is reported in its thread. */
const ENDED: Seen = { ...WATCHED, states: ['finished'], cards: [FINISHED], thread: [result('@Ana')], messages: 2 }
const OLD_CARD: Seen = { ...ENDED, cards: [WORKING] }

it.each(cellsOf('edit'))('an edit of a card that meets $name: $outcome', async ({ fault, options, outcome }) => {
  const journey = await startWatching(options)
  const { slack, agent, advance } = journey
  slack.fail('chat.update', lasting(fault))
  agent.finish('job_8f2')
  await advance(UNTIL_FOUND_MS)
  expect(await whatIsSeen(journey)).toEqual(outcome === 'shows at once' ? ENDED : OLD_CARD)
  if (outcome !== 'is left out') slack.clearFaults()
  await advance(2 * MINUTE_MS)
  expect(await whatIsSeen(journey)).toEqual(outcome === 'is left out' ? OLD_CARD : ENDED)
})
