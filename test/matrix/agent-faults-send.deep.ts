import { expect, it } from 'vitest'
import { startJourney } from '../support/journey.ts'
import { AGENT_FAULTS, type Sent } from './agent-faults.ts'

const HOURS_MS = 3 * 3_600_000

type Seen = { state: string; posts: number; delivered: number; messages: number; words: RegExp }

/** In the end: the stored state, POSTs made, POSTs processed (if that can be known), the bot's messages, the last one's words. */
const EXPECTED: Record<Sent, Seen> = {
  delivered: {
    state: 'finished',
    posts: 1,
    delivered: 1,
    messages: 2,
    words: /job_8f2\* finished: pull request #1 .* is ready/
  },
  'held, then delivered': {
    state: 'finished',
    posts: 2,
    delivered: 1,
    messages: 2,
    words: /job_8f2\* finished: pull request #1 .* is ready/
  },
  'maybe delivered': {
    state: 'watching',
    posts: 1,
    delivered: 0,
    messages: 2,
    words:
      /I’m watching \*job_8f2\* for a sign of it\. Send it again only if it’s safe to do twice\.\n>add examples\n\[Send again\] \[Leave it\]$/
  },
  refused: { state: 'rejected', posts: 1, delivered: 0, messages: 2, words: /@Ana, not delivered: / }
}

it.each(AGENT_FAULTS)('a send that meets $name: $send', async ({ fault, send, why, logged: errors = [] }) => {
  const { agent, slack, channel, database, command, runDue, advance, thread, posts } = await startJourney({ errors })
  agent.addJob({ id: 'job_8f2', status: 'completed', prLink: null, life: { worksMs: 8_000 } })
  agent.fail('send', fault)
  await command('job_8f2 add examples')
  await runDue()
  const { state, posts: made, delivered, messages, words } = EXPECTED[send]
  if (send === 'maybe delivered') {
    // Whether it arrived is the service's secret; what people are told is the same.
    await advance(2_000)
  } else {
    await advance(HOURS_MS)
    expect(agent.sends()).toHaveLength(delivered)
  }
  expect(await database.query('select state from followup.followup')).toEqual([{ state }])
  expect(posts()).toBe(made)
  expect(slack.messages(channel)).toHaveLength(messages)
  expect(thread().at(-1)).toMatch(words)
  if (why !== undefined)
    expect(thread().at(-1)).toContain(`@Ana, ${send === 'refused' ? 'not' : 'maybe'} delivered: ${why}`)
})
