import { expect, it } from 'vitest'
import { get, post, startAgent } from './call-agent.ts'

it('the 101st message of an hour is refused, and accepted once the first is an hour old', async () => {
  await using started = await startAgent()
  const { agent, clock } = started
  agent.addJob({ id: 'job_1' })
  const all = await Promise.all(Array.from({ length: 130 }, () => post(agent, 'job_1', 'Hello')))
  expect(all.filter(answer => answer.status === 200)).toHaveLength(100)
  expect(all.filter(answer => answer.status === 429)).toHaveLength(30)
  expect(agent.sends()).toHaveLength(100)

  clock.advance(3_600_000 - 1)
  const refused = await post(agent, 'job_1', 'Hello')
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBeNull()
  expect(await refused.json()).toEqual({ error: 'Request limit exceeded' })
  clock.advance(1)
  expect((await post(agent, 'job_1', 'Hello')).status).toBe(200)
  expect(agent.budgetUsed()).toBe(1)
})

it.each([
  { name: 'one use', uses: [0], limit: 1, waited: 0, retryAfter: '3600' },
  { name: 'half an hour later', uses: [0], limit: 1, waited: 1_800_000, retryAfter: '1800' },
  { name: 'the oldest of two', uses: [0, 600_000], limit: 2, waited: 600_000, retryAfter: '2400' },
  { name: 'a lowered limit', uses: [0, 600_000], limit: 1, waited: 0, retryAfter: '3600' },
  { name: 'a part of a second', uses: [0], limit: 1, waited: 3_599_999, retryAfter: '1' },
  { name: 'a limit of none', uses: [], limit: 0, waited: 0, retryAfter: '3600' }
])('Retry-After says when the next message fits: $name', async ({ uses, limit, waited, retryAfter }) => {
  await using started = await startAgent({ retryAfterOn429: true })
  const { agent, clock } = started
  agent.addJob({ id: 'job_1' })
  for (const pause of uses) {
    clock.advance(pause)
    agent.useBudget(1)
  }
  agent.setHourlyLimit(limit)
  clock.advance(waited)
  const answer = await post(agent, 'job_1', 'Hello')
  expect(answer.status).toBe(429)
  expect(answer.headers.get('retry-after')).toBe(retryAfter)
  expect((await get(agent, 'job_1')).status).toBe(200)
})

it('sends by others count', async () => {
  await using started = await startAgent({ hourlyLimit: 3 })
  const { agent } = started
  agent.addJob({ id: 'job_1' })
  agent.useBudget(2)
  expect((await post(agent, 'job_1', 'Hello')).status).toBe(200)
  expect((await post(agent, 'job_1', 'Hello')).status).toBe(429)
  expect(agent.snapshot().budget).toEqual({ used: 3, limit: 3 })
})
