import { expect, it } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { openOffice } from '../support/office.ts'
import { spawnBot } from '../support/spawned-bot.ts'
import { createTestDatabase } from '../support/test-database.ts'

const HANGING = 8
const OTHERS = 11

it('sends to other jobs at once while eight jobs hang', async () => {
  const office = await openOffice()
  const { slack, agent, ana } = office
  const { url } = await createTestDatabase()
  const bot = spawnBot({ ...office.env, DATABASE_URL: url })
  await bot.waitUntilReady()

  /** In its own channel, so that Slack's pace plays no part. Returns how long the send took. */
  async function command(job: string): Promise<number> {
    const channel = slack.addChannel({ id: `C0${job.toUpperCase()}`, name: job, members: [ana] }).id
    agent.addJob({ id: job, life: { ends: 'never' } })
    const startedAt = performance.now()
    await slack.command({ user: ana, channel, text: `${job} go on` })
    await eventually(() => agent.sends(job).length === 1, `the send to ${job}`)
    return performance.now() - startedAt
  }

  for (let number = 0; number < HANGING; number++) {
    await command(`hangs${number}`)
    agent.fail('read', { kind: 'slow headers', jobId: `hangs${number}`, times: 'until cleared' })
  }
  await agent.waitFor(() => agent.snapshot().held === HANGING, 'all of them to hang', 30_000)
  const waitsMs: number[] = []
  for (let number = 0; number < OTHERS; number++) waitsMs.push(await command(`other${number}`))
  const median = waitsMs.toSorted((one, other) => one - other)[Math.floor(OTHERS / 2)]
  // In batches, they waited for the slowest: 12 s and more.
  expect(median).toBeLessThan(3_000)
})
