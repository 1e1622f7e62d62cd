import { expect, it } from 'vitest'
import { startJourney } from '../support/journey.ts'
import { AGENT_FAULTS } from './agent-faults.ts'

const MINUTE_MS = 60_000

it.each(AGENT_FAULTS)('looks that meet $name for a minute: the watch $poll', async ({ fault, poll }) => {
  const { agent, slack, channel, database, command, runDue, advance, sleep, card, thread, posts } = await startJourney()
  agent.addJob({ id: 'job_8f2', life: { ends: 'never' } })
  await command('job_8f2 add examples')
  await runDue()
  agent.fail('read', { ...fault, times: 'until cleared' })
  await advance(MINUTE_MS)
  if (poll === 'goes on, and says so') expect(card()).toMatch(/I’ll keep trying\./)
  else expect(card()).not.toMatch(/I’ll keep trying\./)
  agent.clearFaults()
  agent.finish('job_8f2')
  await sleep(3 * 60 * MINUTE_MS)

  const gone = poll === 'ends: job gone'
  expect(await database.query('select state from followup.followup')).toEqual([
    { state: gone ? 'unwatched' : 'finished' }
  ])
  expect(posts()).toBe(1)
  expect(slack.messages(channel)).toHaveLength(2)
  expect(thread().at(-1)).toMatch(
    gone
      ? /the agent no longer knows \*job_8f2\*, so I’ve stopped watching\./
      : /job_8f2\* finished: pull request #1 .* is ready/
  )
})
