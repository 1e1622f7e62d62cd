import { expect, it } from 'vitest'
import { startWatching } from '../support/watched-job.ts'
import { type Answered, cellsOf, lasting } from './slack-faults.ts'
import { HELP, type Seen, toldPrivately, WATCHED, whatIsSeen } from './what-is-seen.ts'

const MINUTE_MS = 60_000

const told = (...ben: string[]): Seen => ({ ...WATCHED, thread: ['Ben: help'], told: toldPrivately({ ben }) })

const EXPECTED: Record<Answered, Seen> = {
  'read once': told(HELP),
  'read twice': told(HELP, HELP),
  'never read': told(),
  'waits for a new token': told(HELP)
}

it.each(cellsOf('answer'))(
  'a private answer that meets $name: $outcome',
  async ({ fault, options, outcome, tries }) => {
    const journey = await startWatching(options)
    const { slack, reply, advance } = journey
    const passes = outcome === 'read once' || outcome === 'read twice'
    slack.fail('chat.postEphemeral', passes ? fault : lasting(fault))
    await reply('help')
    await advance(MINUTE_MS)
    if (outcome === 'waits for a new token') {
      expect(await whatIsSeen(journey)).toEqual(told())
      slack.clearFaults()
      await advance(2 * MINUTE_MS)
    } else {
      expect(slack.calls('chat.postEphemeral')).toHaveLength(outcome === 'read twice' ? 2 : tries)
    }
    expect(await whatIsSeen(journey)).toEqual(EXPECTED[outcome])
  }
)
