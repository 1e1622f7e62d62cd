import { expect, it } from 'vitest'
import { startWatching } from '../support/watched-job.ts'
import { cellsOf, lasting, loggedFor, type Told } from './slack-faults.ts'
import { FINISHED, result, type Seen, WATCHED, whatIsSeen } from './what-is-seen.ts'

const MINUTE_MS = 60_000

const IN_THREAD: Seen = {
  ...WATCHED,
  states: ['finished'],
  cards: [FINISHED],
  thread: [result('@Ana')],
  messages: 2
}
const DIRECTLY =
  'I couldn’t write in <#C0DOCS>, so here it is: <@U0ANA>, *job_8f2* finished: <https://github.com/example/shop/pull/1|pull request #1> is ready.\n>add examples\ntook 5 s · example/shop on `main`'

const EXPECTED: Record<Told, Seen> = {
  'appears once': IN_THREAD,
  'told directly': { ...IN_THREAD, thread: [], direct: { ana: [DIRECTLY], ben: [] } },
  'waits for a new token': IN_THREAD
}

it.each(cellsOf('result'))('a result that meets $name: $outcome', async ({ fault, options, outcome, tries }) => {
  const isRefused = outcome === 'told directly'
  const errors = [...(options.errors ?? []), ...(isRefused ? loggedFor(fault) : [])]
  const journey = await startWatching({ ...options, errors })
  const { slack, agent, advance, thread } = journey
  const before = slack.calls('chat.postMessage').length
  const isLocked = outcome === 'waits for a new token'
  slack.fail('chat.postMessage', isLocked ? lasting(fault) : fault)
  agent.finish('job_8f2')
  await advance(MINUTE_MS)
  if (isLocked) {
    expect(thread()).toEqual([])
    slack.clearFaults()
    await advance(2 * MINUTE_MS)
  } else {
    // A direct message is a post as well.
    expect(slack.calls('chat.postMessage')).toHaveLength(before + tries + (isRefused ? 1 : 0))
  }
  expect(await whatIsSeen(journey)).toEqual(EXPECTED[outcome])
})

it('a result appears once when Slack’s answer is lost and cannot be checked', async () => {
  const journey = await startWatching()
  const { slack, agent, advance } = journey
  slack.fail('chat.postMessage', { kind: 'reset after processing' })
  slack.fail('conversations.replies', { kind: 'reset before read' })
  agent.finish('job_8f2')
  await advance(2 * MINUTE_MS)
  expect(await whatIsSeen(journey)).toEqual(IN_THREAD)
})
