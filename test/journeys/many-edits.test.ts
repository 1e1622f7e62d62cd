import { expect, it } from 'vitest'
import { startJourney } from '../support/journey.ts'

const MINUTE = 60_000
const JOBS = Array.from({ length: 6 }, (_, at) => `job_${at}`)

it('edits cards one after another once Slack asks to wait with edits, and each in the end', async () => {
  const { slack, agent, channel, command, advance, now } = await startJourney()
  for (const id of JOBS) {
    agent.addJob({ id, life: { ends: 'never' } })
    await command(`${id} add examples`)
  }
  await advance(MINUTE)
  const edits = () => slack.calls('chat.update')
  const before = edits().length
  const passed = () => edits().length - before
  const from = now()
  for (const id of JOBS) agent.finish(id)
  slack.fail('chat.update', { status: 429, retryAfterS: 60 })
  for (let seconds = 0; passed() === 0 && seconds < 60; seconds++) await advance(1_000)
  await advance(50_000)
  expect(now() - from).toBeGreaterThan(50_000)
  expect(passed()).toBe(1)
  const counts: number[] = []
  while (passed() < 1 + JOBS.length && counts.length < 40) {
    await advance(1_000)
    counts.push(passed())
  }
  // No two in the same second.
  expect(counts.every((count, at) => count - (counts[at - 1] ?? 1) <= 1)).toBe(true)
  expect(counts.at(-1)).toBe(1 + JOBS.length)
  const cards = slack.messages(channel).filter(({ text }) => /^✅ \*job_\d\* · ready for review/u.test(text))
  expect(cards).toHaveLength(JOBS.length)
})
