import { expect, it } from 'vitest'
import { type Journey, startJourney } from '../support/journey.ts'

const MINUTE_MS = 60_000

async function keptAddresses({ database }: Journey): Promise<number> {
  const rows = await database.query('select from followup.followup where response_url is not null')
  return rows.length
}

it('forgets a command’s answer address as soon as its card is posted', async () => {
  const journey = await startJourney()
  journey.agent.addJob({ id: 'job_8f2', life: { ends: 'never' } })
  await journey.command('job_8f2 add examples')
  expect(await keptAddresses(journey)).toBe(1)
  await journey.runDue()
  expect(await keptAddresses(journey)).toBe(0)
})

it('keeps a command’s answer address no longer than it works', async () => {
  const journey = await startJourney()
  const { slack, agent, command, advance, upkeep } = journey
  agent.addJob({ id: 'job_8f2', life: { ends: 'never' } })
  slack.fail('chat.postMessage', { retryAfterS: 600, times: 4 })
  await command('job_8f2 add examples')
  await advance(29 * MINUTE_MS)
  await upkeep()
  expect(await keptAddresses(journey)).toBe(1)
  await advance(2 * MINUTE_MS)
  await upkeep()
  expect(await keptAddresses(journey)).toBe(0)
  await advance(20 * MINUTE_MS)
})
