import { expect, it } from 'vitest'
import { startJourney } from '../support/journey.ts'
import { AGENT_FAULTS, type Sent } from './agent-faults.ts'

const MINUTE_MS = 60_000
const LONG_MS = 3 * 3_600_000

const EXPECTED: Record<
  Exclude<Sent, 'maybe delivered'>,
  { state: string; postsAtFirst: number; posts: number; words: RegExp }
> = {
  // Nobody knows what the job did before the send. It was seen at work after it, and that run has ended.
  delivered: {
    state: 'finished',
    postsAtFirst: 1,
    posts: 1,
    words: /job_8f2\* finished: pull request #1 .* is ready/
  },
  'held, then delivered': {
    state: 'finished',
    postsAtFirst: 0,
    posts: 1,
    words: /job_8f2\* finished: pull request #1 .* is ready/
  },
  // The first look comes before the card.
  refused: {
    state: 'rejected',
    postsAtFirst: 0,
    posts: 0,
    words: /^Not sent(?: to \*job_8f2\*: |: there’s no job \*job_8f2\* here)/
  }
}

it.each(AGENT_FAULTS)(
  'the look before a send meets $name: $read',
  async ({ fault, read, why = '', logged: errors = [] }) => {
    if (read === 'maybe delivered') throw new Error('A look delivers nothing, so nothing of it can be in doubt')
    const { agent, slack, channel, database, command, runDue, advance, sleep, card, thread, told, posts } =
      await startJourney({
        errors
      })
    agent.addJob({ id: 'job_8f2', status: 'completed', prLink: null, life: { worksMs: 8_000 } })
    agent.fail('read', { ...fault, times: 'until cleared' })
    await command('job_8f2 add examples')
    await runDue()
    const expected = EXPECTED[read]
    expect(posts()).toBe(expected.postsAtFirst)
    if (read === 'held, then delivered')
      expect(card()).toMatch(/⏸ \*job_8f2\* · held for a moment\n.*I can’t reach the agent right now/s)
    agent.clearFaults()
    await advance(MINUTE_MS)
    // As long as the service may ask to wait, and as a watch lasts without any work.
    for (const wait of [LONG_MS, LONG_MS, LONG_MS]) await sleep(wait)
    expect(await database.query('select state from followup.followup')).toEqual([{ state: expected.state }])
    expect(posts()).toBe(expected.posts)
    const isRefused = read === 'refused'
    expect(slack.messages(channel)).toHaveLength(isRefused ? 0 : 2)
    expect(isRefused ? told()[0] : thread().at(-1)).toMatch(expected.words)
    if (errors.length > 0) expect(told()[0]).toContain(why)
    if (isRefused) expect(told()).toEqual([expect.stringMatching(/\n>(?:job_8f2 )?add examples\n\[Open the form\]$/)])
  }
)
