import { expect, it } from 'vitest'
import { startJourney } from '../support/journey.ts'
import { cellsOf, loggedFor } from './slack-faults.ts'
import { type Seen, toldPrivately, WATCHED, whatIsSeen } from './what-is-seen.ts'

const MINUTE_MS = 60_000

// After two seconds.
const SLOW = toldPrivately({
  ana: ['Got it: on its way to *job_8f2*. Its card, or a link to it, will appear here.']
})
const SHOWN_LATE: Seen = { ...WATCHED, told: SLOW }
const NOTHING_SENT: Seen = { ...WATCHED, states: ['rejected'], posts: 0, cards: [], messages: 0 }

it.each(cellsOf('card'))('a card that meets $name: $outcome', async ({ fault, options, outcome, why, tries }) => {
  const isRefused = outcome === 'refused'
  const errors = [...(options.errors ?? []), ...(isRefused ? loggedFor(fault) : [])]
  const journey = await startJourney({ ...options, errors })
  const { slack, agent, command, advance } = journey
  agent.addJob({ id: 'job_8f2' })
  slack.fail('chat.postMessage', fault)
  await command('job_8f2 add examples')
  await advance(MINUTE_MS)
  const words = `Not sent to *job_8f2*: ${why}`
  expect(await whatIsSeen(journey)).toEqual(
    isRefused ? { ...NOTHING_SENT, told: toldPrivately({ ana: [words] }) } : SHOWN_LATE
  )
  expect(slack.calls('chat.postMessage')).toHaveLength(tries)
})

it('a card appears once when Slack’s answer is lost and cannot be checked', async () => {
  const journey = await startJourney()
  const { slack, agent, command, advance } = journey
  agent.addJob({ id: 'job_8f2' })
  slack.fail('chat.postMessage', { kind: 'reset after processing' })
  slack.fail('conversations.history', { status: 503 })
  await command('job_8f2 add examples')
  await advance(MINUTE_MS)
  expect(await whatIsSeen(journey)).toEqual(SHOWN_LATE)
})

it('a card appears once when Slack’s answer is lost before a restart', async () => {
  const journey = await startJourney()
  const { slack, agent, command, runDue, restart, advance } = journey
  agent.addJob({ id: 'job_8f2' })
  slack.fail('chat.postMessage', { kind: 'reset after processing' })
  await command('job_8f2 add examples')
  await runDue()
  await restart()
  await advance(MINUTE_MS)
  expect(await whatIsSeen(journey)).toEqual(SHOWN_LATE)
})
